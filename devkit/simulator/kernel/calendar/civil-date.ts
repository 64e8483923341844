import { DAY_MS, HOUR_MS } from 'nestjs-pix/internal';
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

/** Returns the days since 1970-01-01, for arithmetic without hours and time zones. */
export function toDayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}

export function addDays(day: string, days: number): string {
  return fromDayNumber(toDayNumber(day) + days);
}

/** Counts the days from `from` to `to`. The result is negative if `to` is before `from`. */
export function daysBetween(from: string, to: string): number {
  return toDayNumber(to) - toDayNumber(from);
}

/** Last day of the calendar: years have four digits, but a validity may be billions of days. */
const LAST = toDayNumber('9999-12-31');

function fromDayNumber(days: number): string {
  return new Date(Math.min(days, LAST) * DAY_MS).toISOString().slice(0, 10);
}
