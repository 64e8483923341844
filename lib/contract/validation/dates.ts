const CALENDAR_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Whether a value is the text of a day that exists: `YYYY-MM-DD` (ISO 8601). */
export function isCalendarDate(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const match = CALENDAR_DATE.exec(value);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
}

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
export function instantOf(value: unknown): number {
  if (value instanceof Date) return value.getTime();
  return isInstant(value) ? Date.parse(value.toUpperCase().replace(/:60(?=[.Z+-])/, ':59')) : NaN;
}

function daysOf(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}
