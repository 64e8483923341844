// Calendar days as text, `YYYY-MM-DD`. Banks count those of Brasília, which has had no summer time since 2019.

const FORMAT = new Intl.DateTimeFormat('en', {
  timeZone: 'America/Sao_Paulo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

const DAY = 86_400_000;

export function toDay(instant: Date): string {
  const parts = FORMAT.formatToParts(instant).map(({ type, value }) => [type, value]);
  const { year, month, day } = Object.fromEntries(parts) as Record<string, string>;
  return `${year}-${month}-${day}`;
}

/** The first instant of a day. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00-03:00`);
}

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

export function addDays(day: string, days: number): string {
  return format(Date.parse(`${day}T00:00:00Z`) + days * DAY);
}

/** Adds calendar months. A day that the month does not have becomes its last day. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return format(Date.UTC(year, month - 1 + months, Math.min(date, lastDay)));
}

function format(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
