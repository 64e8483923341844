import { isCalendarDate } from './calendar-date.js';

const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Whether a value is an instant with its offset as text (RFC 3339 `date-time`). */
export function isInstant(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const match = INSTANT.exec(value);
  return match !== null && isCalendarDate(match[1]);
}

/**
 * Parses a `Date` or a text (RFC 3339) to milliseconds since the epoch; returns NaN for other
 * values. A leap second, which `Date` does not support, counts as the second before it.
 */
export function parseInstant(value: unknown): number {
  if (value instanceof Date) return value.getTime();
  return isInstant(value) ? Date.parse(value.toUpperCase().replace(/:60(?=[.Z+-])/, ':59')) : NaN;
}
