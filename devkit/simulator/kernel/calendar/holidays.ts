import { addDays } from './civil-date.js';

/**
 * National holidays with a fixed date, and the first year of each (Lei 662/1949, 6.802/1980,
 * 14.759/2023).
 */
const FIXED: readonly (readonly [monthAndDay: string, since: number])[] = [
  ['01-01', 0],
  ['04-21', 0],
  ['05-01', 0],
  ['09-07', 0],
  ['10-12', 1980],
  ['11-02', 0],
  ['11-15', 0],
  ['11-20', 2024],
  ['12-25', 0],
];

/**
 * Days from Easter Sunday to Carnival Monday and Tuesday, Good Friday and Corpus Christi (CMN
 * 4.880/2020).
 */
const FROM_EASTER = [-48, -47, -2, 60];

const years = new Map<string, ReadonlySet<string>>();

/** Whether a day is a national bank holiday. State and municipal holidays are not included. */
export function isBankHoliday(day: string): boolean {
  return listBankHolidays(day.slice(0, 4)).has(day);
}

/** Lists the national bank holidays of a year, including those on weekends. */
export function listBankHolidays(year: string): ReadonlySet<string> {
  let holidays = years.get(year);
  if (holidays === undefined) years.set(year, (holidays = buildBankHolidays(year)));
  return holidays;
}

function buildBankHolidays(year: string): ReadonlySet<string> {
  const easter = calculateEaster(Number(year));
  return new Set([
    ...FIXED.filter(([, since]) => Number(year) >= since).map(([day]) => `${year}-${day}`),
    ...FROM_EASTER.map((days) => addDays(easter, days)),
  ]);
}

/**
 * Calculates Easter Sunday of the Gregorian calendar (anonymous algorithm, in the version of
 * Meeus).
 */
export function calculateEaster(year: number): string {
  const golden = year % 19;
  const [century, yearInCentury] = [Math.floor(year / 100), year % 100];
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearInCentury / 4) - epact - (yearInCentury % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * shift + 114;
  const month = String(Math.floor(days / 31)).padStart(2, '0');
  const day = String((days % 31) + 1).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${month}-${day}`;
}
