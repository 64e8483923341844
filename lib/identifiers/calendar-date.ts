import { types } from 'node:util';

import { ValidationError } from '../errors/index.js';

const brazilianDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Sao_Paulo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/**
 * `YYYY-MM-DD` of a calendar date given as such, or of an instant, whose day is the one in Brazil
 * (America/Sao_Paulo).
 *
 * @internal
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

/** Whether the text is `YYYY-MM-DD` and that day exists. @internal */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** `yyyyMMdd` → `YYYY-MM-DD`. @internal */
export function withHyphens(compact: string): string {
  return `${compact.slice(0, 4)}-${compact.slice(4, 6)}-${compact.slice(6)}`;
}
