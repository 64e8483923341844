import type { Subscription } from '../database/schema.js';
import { addDays, addMonths, isWeekday, toDay, toMonth } from './civil-day.js';

/** Days from the creation of a recurring charge to its due date (docs/interface.md, rules of the network). */
const DAYS_AHEAD = { least: 2, most: 10 } as const;

/** Days until the due date of a charge that is created late. One more than the least, in case the day ends meanwhile. */
const LATE_DAYS = 3;

/** Days from the request to the first due date in journey 2. The payer has a day to approve. */
const FIRST_DUE_DAYS = 5;

/** The charge of one month. */
export interface Cycle {
  /** `YYYY-MM`. */
  readonly competencia: string;
  /** `YYYY-MM-DD`. */
  readonly vencimento: string;
}

/** What a subscription needs on a day: the charge to create, if any, and the day of the next look. */
export interface Schedule {
  readonly cycle: Cycle | undefined;
  /** `YYYY-MM-DD`. */
  readonly next: string;
}

/** The day from which the due dates of a subscription are counted, in whole months. */
export interface BillingStart {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Months from `day` to the first recurring charge. */
  readonly months: 0 | 1;
}

/**
 * Returns what the due dates are counted from. In journey 3 this is the day of the first payment, not the due date that
 * follows it: who pays on 31 January and on 28 February pays on 31 March again.
 */
export function findBillingStart({
  jornada,
  criadoEm,
  dataInicial,
}: Pick<Subscription, 'jornada' | 'criadoEm' | 'dataInicial'>): BillingStart {
  return jornada === 'JORNADA_3'
    ? { day: toDay(criadoEm), months: 1 }
    : { day: dataInicial, months: 0 };
}

/** Returns the due date of the first recurring charge. In journey 3 the first month is paid with the approval. */
export function findFirstDueDay(jornada: 'JORNADA_2' | 'JORNADA_3', today: string): string {
  return jornada === 'JORNADA_3' ? addMonths(today, 1) : addDays(today, FIRST_DUE_DAYS);
}

/**
 * Finds the charge that exists on `today`: that of the latest month whose due date is at most ten days ahead. Months in
 * which the shop could not charge are not charged later, because a recurrence has one charge for each calendar month.
 * In a month that does not have the day, the due date is its last day.
 */
export function schedule({ day, months }: BillingStart, today: string): Schedule {
  const latest = addDays(today, DAYS_AHEAD.most);
  let month: number = months;
  while (addMonths(day, month) <= latest) month += 1;
  const next = addDays(addMonths(day, month), -DAYS_AHEAD.most);
  if (month === months) return { cycle: undefined, next };
  return { cycle: toCycle(addMonths(day, month - 1), today), next };
}

/** Returns the cycle with a due date that the bank accepts today, or `undefined` if its month has none left. */
export function toCycle(due: string, today: string): Cycle | undefined {
  const vencimento = due < addDays(today, DAYS_AHEAD.least) ? addDays(today, LATE_DAYS) : due;
  const competencia = toMonth(due);
  return toMonth(vencimento) === competencia ? { competencia, vencimento } : undefined;
}

/**
 * Lists the days for another attempt, earliest first. Banks refuse holidays, which differ by place: the shop then asks
 * for the next day of the list.
 */
export function listRetryDays(today: string, ultimoDia: string): string[] {
  const days: string[] = [];
  for (let day = addDays(today, 1); day <= ultimoDia; day = addDays(day, 1)) {
    if (isWeekday(day)) days.push(day);
  }
  return days;
}
