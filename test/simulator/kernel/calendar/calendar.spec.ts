import { describe, expect, it } from '@jest/globals';
import { toCycle, toDay, toStartOfDay } from '../../../../devkit/simulator/kernel/calendar.js';
import {
  addDays,
  businessDaysBetween,
  calculateEaster,
  daysBetween,
  isBankHoliday,
  isBusinessDay,
  nextBusinessDay,
} from '../../../../lib/values/index.js';

describe('civil dates', () => {
  it.each([
    ['2024-01-01T02:59:59.999Z', '2023-12-31'],
    ['2024-01-01T03:00:00Z', '2024-01-01'],
    ['2018-12-31T01:59:59Z', '2018-12-30'],
    ['2018-12-31T02:00:00Z', '2018-12-31'],
  ])('%s is on %s in Brazil', (instant, day) => {
    expect(toDay(Date.parse(instant))).toBe(day);
  });

  it.each([
    ['2024-02-29', '2024-02-29T03:00:00.000Z'],
    ['2018-12-31', '2018-12-31T02:00:00.000Z'],
    // Daylight saving time began at midnight: the day began at 01:00.
    ['2018-11-04', '2018-11-04T03:00:00.000Z'],
    ['2018-02-18', '2018-02-18T03:00:00.000Z'],
  ])('%s begins at %s', (day, instant) => {
    expect(new Date(toStartOfDay(day)).toISOString()).toBe(instant);
    expect(toDay(toStartOfDay(day) - 1)).toBe(addDays(day, -1));
  });

  it('adds days over leap years and backwards', () => {
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
    expect(addDays('2023-01-01', -1)).toBe('2022-12-31');
    expect(daysBetween('2024-02-01', '2024-03-01')).toBe(29);
    expect(daysBetween('2024-03-01', '2024-02-29')).toBe(-1);
  });
});

describe('bank holidays', () => {
  it.each([
    [2000, '2000-04-23'],
    [2020, '2020-04-12'],
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2038, '2038-04-25'],
    [2285, '2285-03-22'],
  ])('Easter of %i is on %s', (year, day) => {
    expect(calculateEaster(year)).toBe(day);
  });

  it('contain the national holidays of 2025, including Carnival, Good Friday and Corpus Christi', () => {
    const days = Array.from({ length: 365 }, (_, index) => addDays('2025-01-01', index));
    expect(days.filter(isBankHoliday)).toEqual([
      '2025-01-01',
      '2025-03-03',
      '2025-03-04',
      '2025-04-18',
      '2025-04-21',
      '2025-05-01',
      '2025-06-19',
      '2025-09-07',
      '2025-10-12',
      '2025-11-02',
      '2025-11-15',
      '2025-11-20',
      '2025-12-25',
    ]);
  });

  it('contain 20 November from 2024 on', () => {
    expect(isBankHoliday('2023-11-20')).toBe(false);
    expect(isBankHoliday('2024-11-20')).toBe(true);
  });
});

describe('business days', () => {
  it.each([
    ['2020-12-24', '2020-12-24'],
    ['2020-12-25', '2020-12-28'],
    ['2020-12-31', '2020-12-31'],
    ['2021-01-01', '2021-01-04'],
    ['2024-02-10', '2024-02-14'],
    ['2024-11-16', '2024-11-18'],
  ])('after %s begin with %s', (day, next) => {
    expect(nextBusinessDay(day)).toBe(next);
    expect(isBusinessDay(next)).toBe(true);
  });

  it.each([
    ['2024-04-12', '2024-04-12', 0],
    ['2024-04-12', '2024-04-14', 0],
    ['2024-04-12', '2024-04-15', 1],
    ['2024-02-09', '2024-02-16', 3],
    ['2024-04-15', '2024-04-12', 0],
    ['2025-01-01', '2025-12-31', 252],
    ['1969-12-26', '1970-01-09', 9],
    ['2024-11-16', '2024-11-23', 4],
  ])('from %s to %s number %i', (from, to, count) => {
    expect(businessDaysBetween(from, to)).toBe(count);
  });

  it('have a count equal to the number of single business days', () => {
    let count = 0;
    for (let day = '2019-12-29'; day < '2027-01-15'; day = addDays(day, 1)) {
      if (isBusinessDay(day) && day > '2019-12-29') count += 1;
      expect(businessDaysBetween('2019-12-29', day)).toBe(count);
    }
  });

  it('are counted until the last day of the calendar', () => {
    const count = businessDaysBetween('2024-04-15', '9999-12-31');
    expect(count - businessDaysBetween('2024-04-15', '9999-12-30')).toBe(1);
  });
});

describe('cycles', () => {
  it.each([
    ['SEMANAL', '2024-04-15', '2024-04-21', '2024-04-22'],
    ['MENSAL', '2024-02-01', '2024-02-29', '2024-03-01'],
    ['TRIMESTRAL', '2024-01-01', '2024-03-31', '2024-04-01'],
    ['SEMESTRAL', '2024-07-01', '2024-12-31', '2025-01-01'],
    ['ANUAL', '2024-01-01', '2024-12-31', '2025-01-01'],
  ])(
    'of %s contain %s and %s in one cycle, and %s in the next',
    (periodicidade, first, last, next) => {
      expect(toCycle(first, periodicidade)).toBe(toCycle(last, periodicidade));
      expect(toCycle(next, periodicidade)).not.toBe(toCycle(last, periodicidade));
    },
  );
});
