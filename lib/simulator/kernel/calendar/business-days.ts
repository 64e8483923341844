import { addDays, numberOf } from './civil-date.js';
import { bankHolidaysOf, isBankHoliday } from './holidays.js';

/** Number of 1970-01-05. */
const MONDAY = 4;

/** Whether banks work on a day: neither Saturday, Sunday nor national holiday. */
export function isBusinessDay(day: string): boolean {
  return isWeekday(day) && !isBankHoliday(day);
}

/** The day itself when banks work on it, else the next on which they do. */
export function nextBusinessDay(day: string): string {
  let next = day;
  while (!isBusinessDay(next)) next = addDays(next, 1);
  return next;
}

/** Business days after `from` until `to`, that one included; none when it comes first. Thousands of years cost little. */
export function businessDaysBetween(from: string, to: string): number {
  if (to <= from) return 0;
  const [first, last] = [from, to].map((day) => Number(day.slice(0, 4))) as [number, number];
  let count = weekdaysUntil(to) - weekdaysUntil(from);
  for (let year = first; year <= last; year += 1) {
    for (const holiday of bankHolidaysOf(String(year).padStart(4, '0'))) {
      if (holiday > from && holiday <= to && isWeekday(holiday)) count -= 1;
    }
  }
  return count;
}

/** Days from Monday to Friday until a day, that one included, counted from a Monday. */
function weekdaysUntil(day: string): number {
  const days = numberOf(day) - MONDAY;
  const weeks = Math.floor(days / 7);
  return weeks * 5 + Math.min(days - weeks * 7 + 1, 5);
}

function isWeekday(day: string): boolean {
  const days = numberOf(day) - MONDAY;
  return days - Math.floor(days / 7) * 7 < 5;
}
