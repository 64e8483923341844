import { addDays, toDayNumber } from './civil-date.js';
import { listBankHolidays, isBankHoliday } from './holidays.js';

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
