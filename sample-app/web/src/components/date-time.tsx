import { formatDate, formatDateTime } from '../text/dates.js';

/** An instant (RFC 3339) as date and time of Brasília. */
export function DateTime({ value }: { readonly value: string }) {
  return <time dateTime={value}>{formatDateTime(value)}</time>;
}

/** A calendar date without time ("2026-11-30"), such as a due date. */
export function CalendarDate({ value }: { readonly value: string }) {
  return <time dateTime={value.slice(0, 10)}>{formatDate(value)}</time>;
}
