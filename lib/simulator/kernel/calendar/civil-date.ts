import { calendarDate } from '../../../values/calendar-date.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Day on which an instant falls in Brazil (America/Sao_Paulo), `YYYY-MM-DD`: what due dates are compared with. */
export function dayOf(instant: number): string {
  return calendarDate(new Date(instant), 'instante');
}

/** The first instant of a day in Brazil, in milliseconds since the epoch. */
export function startOf(day: string): number {
  // Two hours behind UTC while there was daylight saving time, three otherwise.
  const summer = Date.parse(`${day}T02:00:00Z`);
  return dayOf(summer) === day ? summer : summer + HOUR;
}

/** Days since 1970-01-01, for arithmetic that knows neither hours nor zones. */
export function numberOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY;
}

export function addDays(day: string, days: number): string {
  return dayOfNumber(numberOf(day) + days);
}

/** Days from one to the other; negative when the other comes first. */
export function daysBetween(from: string, to: string): number {
  return numberOf(to) - numberOf(from);
}

/** A validity may be billions of days; the calendar ends with the year that has four digits. */
const LAST = numberOf('9999-12-31');

function dayOfNumber(days: number): string {
  return new Date(Math.min(days, LAST) * DAY).toISOString().slice(0, 10);
}
