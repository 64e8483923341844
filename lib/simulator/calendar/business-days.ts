import { addDays, numberOf } from './civil-date.js';
import { isBankHoliday } from './holidays.js';

/** Whether banks work on a day: neither Saturday, Sunday nor national holiday. */
export function isBusinessDay(day: string): boolean {
  // Day 0, 1970-01-01, was a Thursday.
  const weekday = (((numberOf(day) + 4) % 7) + 7) % 7;
  return weekday !== 0 && weekday !== 6 && !isBankHoliday(day);
}

/** The day itself when banks work on it, else the next on which they do. */
export function nextBusinessDay(day: string): string {
  let next = day;
  while (!isBusinessDay(next)) next = addDays(next, 1);
  return next;
}

/** Business days after `from` until `to`, that one included; none when it comes first. */
export function businessDaysBetween(from: string, to: string): number {
  let count = 0;
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) {
    if (isBusinessDay(day)) count += 1;
  }
  return count;
}
