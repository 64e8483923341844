// Calendar days as text, `YYYY-MM-DD`. The days of Pix Automático are those of São Paulo.

const SAO_PAULO = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });

const DAY_MS = 86_400_000;

/** Returns the calendar day of an instant. */
export function toDay(instant: Date): string {
  return SAO_PAULO.format(instant);
}

/** Returns the instant at which a calendar day begins. Brazil has had no daylight saving time since 2019. */
export function toStartOfDay(day: string): Date {
  return new Date(`${day}T00:00:00-03:00`);
}

export function addDays(day: string, days: number): string {
  return format(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
}

/** Adds calendar months. A day that the month does not have becomes its last day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return format(Date.UTC(year, month - 1 + months, Math.min(date, lastDay)));
}

/** Returns the month of a day, `YYYY-MM`. */
export function toMonth(day: string): string {
  return day.slice(0, 7);
}

/** Whether a day is from Monday to Friday. */
export function isWeekday(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}

function format(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
