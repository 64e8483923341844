const FORMAT = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });

const DAY = 86_400_000;

/** Returns the calendar date in São Paulo, `YYYY-MM-DD`, by which banks count. */
export function toDay(instant: Date): string {
  return FORMAT.format(instant);
}

/** Whether a text is a calendar date, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** The first instant of a date in São Paulo, which has no daylight saving time. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00-03:00`);
}
