import { addDays, toDayNumber } from './civil-date.js';

/** Months in a cycle, by frequency. Weekly cycles are not listed. */
const MONTHS: Readonly<Record<string, number>> = {
  MENSAL: 1,
  TRIMESTRAL: 3,
  SEMESTRAL: 6,
  ANUAL: 12,
};

/**
 * Returns the name of the cycle that contains a day: the week from Monday, or the month, quarter,
 * half-year or year of the calendar. The specification requires "o mesmo ciclo" but does not define
 * where a cycle begins. It calls `dataInicial` an estimate, so cycles are not counted from it.
 */
export function toCycle(day: string, periodicidade: string): string {
  const months = MONTHS[periodicidade];
  if (months === undefined) return `semana de ${findMonday(day)}`;
  const [year = '', month] = day.split('-');
  return `${year}/${months}/${Math.floor((Number(month) - 1) / months)}`;
}

function findMonday(day: string): string {
  // Day 4, 1970-01-05, was a Monday.
  return addDays(day, -((((toDayNumber(day) - 4) % 7) + 7) % 7));
}
