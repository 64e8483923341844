import { isCalendarDate } from './calendar-date.js';

const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Whether a value is the text of an instant with its offset (RFC 3339 `date-time`). */
export function isInstant(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const match = INSTANT.exec(value);
  return match !== null && isCalendarDate(match[1]);
}

/**
 * The instant that a `Date` or a text tells (RFC 3339), in milliseconds since the epoch; NaN for what tells none. A leap
 * second, which `Date` does not know, counts as the one before it.
 */
export function parseInstant(value: unknown): number {
  if (value instanceof Date) return value.getTime();
  return isInstant(value) ? Date.parse(value.toUpperCase().replace(/:60(?=[.Z+-])/, ':59')) : NaN;
}
