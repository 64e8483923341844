import { types } from 'node:util';
import { invalid } from './patterns.js';

const DAY_MS = 86_400_000;
const HOUR_MS = DAY_MS / 24;

const CALENDAR_DATE = /^\d{4}-\d{2}-\d{2}$/;
/** Days of each month in a leap year. */
const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

// Its parts are used: the order in which a locale writes them changes with the version of ICU.
const brazilianDay = new Intl.DateTimeFormat('en', {
  timeZone: 'America/Sao_Paulo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/**
 * Formats a calendar date, or an instant by its day in Brazil (America/Sao_Paulo), as `YYYY-MM-DD`.
 */
export function calendarDate(value: Date | string, field: string): string {
  if (typeof value === 'string') {
    if (isCalendarDate(value)) return value;
  } else if (types.isDate(value) && !Number.isNaN(value.getTime())) {
    const text = dayInBrazil(value.getTime());
    if (isCalendarDate(text)) return text;
  }
  throw invalid(field, 'deve ser uma data válida (YYYY-MM-DD ou Date)');
}

/** The day of the latest instant: successive calls usually ask for the same one. */
let latest = { hour: NaN, day: '' };

function dayInBrazil(instant: number): string {
  // Since 1914 the days in Brazil begin on the hour of UTC.
  const hour = Math.floor(instant / HOUR_MS);
  if (hour === latest.hour && hour >= 0) return latest.day;
  const parts = brazilianDay.formatToParts(instant).map(({ type, value: text }) => [type, text]);
  const { year, month, day } = Object.fromEntries(parts) as Record<string, string>;
  latest = { hour, day: `${year}-${month}-${day}` };
  return latest.day;
}

/** Whether a value is a date that exists, in the form `YYYY-MM-DD` (ISO 8601). */
export function isCalendarDate(value: unknown): value is string {
  if (typeof value !== 'string' || !CALENDAR_DATE.test(value)) return false;
  const [month, day] = [Number(value.slice(5, 7)), Number(value.slice(8))];
  if (day === 0 || day > (MONTH_DAYS[month - 1] ?? 0)) return false;
  return month !== 2 || day < 29 || isLeapYear(Number(value.slice(0, 4)));
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Converts `yyyyMMdd` to `YYYY-MM-DD`. */
export function withHyphens(compact: string): string {
  return `${compact.slice(0, 4)}-${compact.slice(4, 6)}-${compact.slice(6)}`;
}

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

/** Returns the days since 1970-01-01, for arithmetic without hours and time zones. */
function toDayNumber(day: string): number {
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

/**
 * National holidays with a fixed date, and the first year of each (Lei 662/1949, 6.802/1980,
 * 14.759/2023).
 */
const FIXED: readonly (readonly [monthAndDay: string, since: number])[] = [
  ['01-01', 0],
  ['04-21', 0],
  ['05-01', 0],
  ['09-07', 0],
  ['10-12', 1980],
  ['11-02', 0],
  ['11-15', 0],
  ['11-20', 2024],
  ['12-25', 0],
];

/**
 * Days from Easter Sunday to Carnival Monday and Tuesday, Good Friday and Corpus Christi (CMN
 * 4.880/2020).
 */
const FROM_EASTER = [-48, -47, -2, 60];

const years = new Map<string, ReadonlySet<string>>();

/** Whether a day is a national bank holiday. State and municipal holidays are not included. */
export function isBankHoliday(day: string): boolean {
  return listBankHolidays(day.slice(0, 4)).has(day);
}

/** Lists the national bank holidays of a year, including those on weekends. */
function listBankHolidays(year: string): ReadonlySet<string> {
  let holidays = years.get(year);
  if (holidays === undefined) years.set(year, (holidays = buildBankHolidays(year)));
  return holidays;
}

function buildBankHolidays(year: string): ReadonlySet<string> {
  const easter = calculateEaster(Number(year));
  return new Set([
    ...FIXED.filter(([, since]) => Number(year) >= since).map(([day]) => `${year}-${day}`),
    ...FROM_EASTER.map((days) => addDays(easter, days)),
  ]);
}

/**
 * Calculates Easter Sunday of the Gregorian calendar (anonymous algorithm, in the version of
 * Meeus).
 */
export function calculateEaster(year: number): string {
  const golden = year % 19;
  const [century, yearInCentury] = [Math.floor(year / 100), year % 100];
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearInCentury / 4) - epact - (yearInCentury % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * shift + 114;
  const month = String(Math.floor(days / 31)).padStart(2, '0');
  const day = String((days % 31) + 1).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${month}-${day}`;
}

/** Day number of 1970-01-05, a Monday. */
const MONDAY = 4;

/** Whether a day is a business day: not a Saturday, Sunday or national bank holiday. */
export function isBusinessDay(day: string): boolean {
  return isWeekday(day) && !isBankHoliday(day);
}

/** Returns the day itself if it is a business day, otherwise the next business day. */
export function nextBusinessDay(day: string): string {
  let next = day;
  while (!isBusinessDay(next)) next = addDays(next, 1);
  return next;
}

/**
 * Counts the business days after `from` up to and including `to`. Returns 0 if `to` is not after
 * `from`. The cost grows with the number of years, not of days.
 */
export function businessDaysBetween(from: string, to: string): number {
  if (to <= from) return 0;
  const [first, last] = [from, to].map((day) => Number(day.slice(0, 4))) as [number, number];
  let count = weekdaysUntil(to) - weekdaysUntil(from);
  for (let year = first; year <= last; year += 1) {
    for (const holiday of listBankHolidays(String(year).padStart(4, '0'))) {
      if (holiday > from && holiday <= to && isWeekday(holiday)) count -= 1;
    }
  }
  return count;
}

/** Counts the days from Monday to Friday up to and including a day, from 1970-01-05. */
function weekdaysUntil(day: string): number {
  const days = toDayNumber(day) - MONDAY;
  const weeks = Math.floor(days / 7);
  return weeks * 5 + Math.min(days - weeks * 7 + 1, 5);
}

function isWeekday(day: string): boolean {
  const days = toDayNumber(day) - MONDAY;
  return days - Math.floor(days / 7) * 7 < 5;
}
