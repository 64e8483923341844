import { describe, expect, it } from '@jest/globals';
import { calendarDate, isCalendarDate, isInstant, parseInstant } from '../../lib/values/days.js';

describe('isCalendarDate', () => {
  const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  const day = (year: number, month: number, date: number) =>
    [String(year), ...[month, date].map((part) => String(part).padStart(2, '0'))].join('-');

  it.each(lengths.map((length, index) => [index + 1, length]))(
    'accepts the days of month %i up to %i',
    (m, length) => {
      expect(isCalendarDate(day(2026, m, 0))).toBe(false);
      expect(isCalendarDate(day(2026, m, 1))).toBe(true);
      expect(isCalendarDate(day(2026, m, length))).toBe(true);
      expect(isCalendarDate(day(2026, m, length + 1))).toBe(false);
    },
  );

  it('refuses months below 1 and above 12', () => {
    expect(isCalendarDate(day(2026, 0, 1))).toBe(false);
    expect(isCalendarDate(day(2026, 13, 1))).toBe(false);
  });

  it.each([
    [2024, true],
    [2025, false],
    [2026, false],
    [1900, false],
    [2000, true],
    [2100, false],
    [2400, true],
  ])('for 29 February of %i returns %p', (year, exists) => {
    expect(isCalendarDate(day(year, 2, 29))).toBe(exists);
  });

  it.each([' 2026-01-01', '2026-01-01 ', '2026-1-01', '12026-01-01', 20260101, null])(
    'refuses %p',
    (value) => {
      expect(isCalendarDate(value)).toBe(false);
    },
  );
});

describe('calendarDate', () => {
  it.each([
    ['2026-03-03T02:59:59.999Z', '2026-03-02'],
    ['2026-03-03T03:00:00Z', '2026-03-03'],
    ['2019-01-01T01:59:59.999Z', '2018-12-31'],
    ['2019-01-01T02:00:00Z', '2019-01-01'],
    // Local time was 3 h 6 min 28 s behind UTC.
    ['1910-01-01T03:06:27Z', '1909-12-31'],
    ['1910-01-01T03:06:28Z', '1910-01-01'],
  ])('has for %s the day %s in Brazil', (instant, day) => {
    expect(calendarDate(new Date(instant), 'day')).toBe(day);
  });
});

describe('parseInstant', () => {
  it.each([
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01t00:00:00z', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01T00:00:00.5-03:00', '2026-01-01T03:00:00.500Z'],
    ['2026-01-01T23:59:60Z', '2026-01-01T23:59:59.000Z'],
    ['2026-01-01t23:59:60z', '2026-01-01T23:59:59.000Z'],
    ['2026-01-01T23:59:60.25+00:00', '2026-01-01T23:59:59.250Z'],
    ['2026-01-01T20:59:60-03:00', '2026-01-01T23:59:59.000Z'],
  ])('parses %s as %s', (text, instant) => {
    expect(isInstant(text)).toBe(true);
    expect(new Date(parseInstant(text)).toISOString()).toBe(instant);
  });

  it.each([
    '2026-02-30T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-01-01T00:00:61Z',
    '2026-01-01T00:00:00+24:00',
    '2026-01-01T00:00:00',
    'x2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00Zx',
    5,
  ])('returns NaN for %p', (value) => {
    expect(isInstant(value)).toBe(false);
    expect(parseInstant(value)).toBeNaN();
  });

  it('returns the time of a Date', () => {
    const date = new Date('2026-01-01T00:00:00Z');
    expect(parseInstant(date)).toBe(date.getTime());
  });
});
