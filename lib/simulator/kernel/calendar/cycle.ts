import { addDays, numberOf } from './civil-date.js';

/** How many months a cycle of each frequency has; a week has none. */
const MONTHS: Readonly<Record<string, number>> = {
  MENSAL: 1,
  TRIMESTRAL: 3,
  SEMESTRAL: 6,
  ANUAL: 12,
};

/**
 * Names the cycle of a recurrence that a day lies in: the week from Monday, the month, the quarter, the half or the year
 * of the calendar. The specification says "o mesmo ciclo" and not where one begins; the start of a recurrence is but an
 * estimate there, so it is not counted from.
 */
export function cycleOf(day: string, periodicidade: string): string {
  const months = MONTHS[periodicidade];
  if (months === undefined) return `semana de ${mondayOf(day)}`;
  const [year = '', month] = day.split('-');
  return `${year}/${months}/${Math.floor((Number(month) - 1) / months)}`;
}

function mondayOf(day: string): string {
  // Day 4, 1970-01-05, was a Monday.
  return addDays(day, -((((numberOf(day) - 4) % 7) + 7) % 7));
}
