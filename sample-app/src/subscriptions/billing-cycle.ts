import { addDays, addMonths } from '../charges/brazilian-day.js';

/** Days from the creation of a recurring charge to its due date (docs/interface.md, rules of the network). */
const DAYS_AHEAD = { least: 2, most: 10 } as const;

/** Days until the due date of a charge that is created late. One more than the least, in case the day ends meanwhile. */
const LATE_DAYS = 3;

/** Days from the order of a subscription to its first due date. The payer has a day to approve. */
const FIRST_DUE_DAYS = 5;

/** The charge of one month. */
export interface Cycle {
  /** `YYYY-MM`. */
  readonly competencia: string;
  /** Due date, `YYYY-MM-DD`. */
  readonly vencimento: string;
}

export function findFirstDueDay(today: string): string {
  return addDays(today, FIRST_DUE_DAYS);
}

/**
 * Finds the charge to create on a day: that of the latest month whose due date is at most ten days ahead; `undefined` if
 * there is none, or if its month has no day left that the bank accepts. A month that could not be charged is not charged
 * later, because a recurrence has one charge for each calendar month.
 *
 * @param first the first due date; in a month that does not have its day, the due date is the last day
 */
export function findCycle(first: string, today: string): Cycle | undefined {
  const latest = addDays(today, DAYS_AHEAD.most);
  if (first > latest) return undefined;
  let month = 0;
  while (addMonths(first, month + 1) <= latest) month += 1;
  const due = addMonths(first, month);
  const isLate = due < addDays(today, DAYS_AHEAD.least);
  const vencimento = isLate ? addDays(today, LATE_DAYS) : due;
  const competencia = due.slice(0, 7);
  return vencimento.startsWith(competencia) ? { competencia, vencimento } : undefined;
}
