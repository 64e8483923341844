import { serverNow } from '../api/call.js';

/** Formats an instant (RFC 3339) as date and time of Brasília, by which banks count: "22/11/2026, 14:30"; `medium` adds seconds. */
export function formatDateTime(instant: string, timeStyle: 'short' | 'medium' = 'short'): string {
  return new Date(instant).toLocaleString('pt-BR', {
    dateStyle: 'short',
    timeStyle,
    timeZone: 'America/Sao_Paulo',
  });
}

/** The day of an instant in Brasília, `YYYY-MM-DD`. Default: today, by the clock of the server. */
export function today(now = new Date(serverNow())): string {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: 'America/Sao_Paulo',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  // Browsers write a day of one locale in different orders.
  const parts = format.formatToParts(now).map(({ type, value }) => [type, value]);
  const { year, month, day } = Object.fromEntries(parts) as Record<string, string>;
  return `${year}-${month}-${day}`;
}

/** Formats a month ("2026-11") as "11/2026". */
export function formatMonth(month: string): string {
  return month.split('-').reverse().join('/');
}

/** Formats an instant within a sentence: "22/11/2026 às 14:30". */
export function formatMoment(instant: string): string {
  return formatDateTime(instant).replace(', ', ' às ');
}

/** Formats a calendar date ("2026-11-30") as "30/11/2026". A date has no time zone, so no `Date` is involved. */
export function formatDate(date: string): string {
  return date.slice(0, 10).split('-').reverse().join('/');
}

/** Adds days to a calendar date. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Formats a number of seconds as "59:58" or "01:00:00". */
export function formatClock(seconds: number): string {
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  const hours = Math.floor(seconds / 3600);
  return (hours > 0 ? [hours, ...parts] : parts)
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
