import { types } from 'node:util';

import { ValidationError } from '../errors/index.js';

const CALENDAR_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

const brazilianDay = new Intl.DateTimeFormat('en-CA', {
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
    const day = brazilianDay.format(value);
    if (isCalendarDate(day)) return day;
  }
  throw new ValidationError(`${field} deve ser uma data válida (YYYY-MM-DD ou Date)`, { field });
}

/** Whether a value is a date that exists, in the form `YYYY-MM-DD` (ISO 8601). */
export function isCalendarDate(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const match = CALENDAR_DATE.exec(value);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= countDays(year, month);
}

/** Converts `yyyyMMdd` to `YYYY-MM-DD`. */
export function withHyphens(compact: string): string {
  return `${compact.slice(0, 4)}-${compact.slice(4, 6)}-${compact.slice(6)}`;
}

function countDays(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}
