import { addDays } from '../../kernel/calendar/civil-date.js';
import { nextBusinessDay } from '../../kernel/calendar/business-days.js';

/** When a charge falls due, and how long after that it may be paid. */
export interface Prazo {
  readonly dataDeVencimento: string;
  readonly validadeAposVencimento: number;
}

/**
 * The day that a charge falls due on: a due date on which banks rest is put off to the next business day, and whatever
 * refers to it goes with it (schema `CobDataDeVencimento`).
 */
export function dueDayOf({ dataDeVencimento }: Pick<Prazo, 'dataDeVencimento'>): string {
  return nextBusinessDay(dataDeVencimento);
}

/** The last day on which a charge may be paid, put off in the same way (schema `CobDataDeVencimento`, its examples). */
export function lastDayOf(prazo: Prazo): string {
  return nextBusinessDay(addDays(dueDayOf(prazo), prazo.validadeAposVencimento));
}
