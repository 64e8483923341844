import { addDays, daysBetween, HOUR_MS } from 'nestjs-pix/internal';
import { calendarDate } from 'nestjs-pix/spec';

/**
 * Returns the day of an instant in Brazil (America/Sao_Paulo), `YYYY-MM-DD`. Due dates are compared
 * with it.
 */
export function toDay(instant: number): string {
  return calendarDate(new Date(instant), 'instante');
}

/** Returns the first instant of a day in Brazil, in milliseconds since the epoch. */
export function toStartOfDay(day: string): number {
  // UTC-2 during daylight saving time, UTC-3 otherwise.
  const summer = Date.parse(`${day}T02:00:00Z`);
  return toDay(summer) === day ? summer : summer + HOUR_MS;
}

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
  return addDays(day, -(((daysBetween('1970-01-05', day) % 7) + 7) % 7));
}
