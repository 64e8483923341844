import { nextBusinessDay } from './business-days.js';
import { addDays } from './civil-date.js';

/** Due date of a charge, and the days after it in which the charge can be paid. */
export interface Prazo {
  readonly dataDeVencimento: string;
  readonly validadeAposVencimento: number;
}

/**
 * Returns the day on which a charge is due. A due date that is not a business day moves to the next
 * business day, and everything that depends on it moves too (schema `CobDataDeVencimento`).
 */
export function findDueDay({ dataDeVencimento }: Pick<Prazo, 'dataDeVencimento'>): string {
  return nextBusinessDay(dataDeVencimento);
}

/**
 * Returns the last day on which a charge can be paid, moved in the same way (schema
 * `CobDataDeVencimento`, examples).
 */
export function findLastDay(prazo: Prazo): string {
  return nextBusinessDay(addDays(findDueDay(prazo), prazo.validadeAposVencimento));
}
