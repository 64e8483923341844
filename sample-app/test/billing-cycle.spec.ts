import { describe, expect, it } from '@jest/globals';
import {
  findFirstDueDay,
  listRetryDays,
  schedule,
  toCycle,
} from '../src/subscriptions/billing-cycle.js';
import { addMonths, toDay } from '../src/subscriptions/civil-day.js';

describe('schedule()', () => {
  const cycle = (competencia: string, vencimento: string) => ({ competencia, vencimento });

  it.each([
    ['waits until ten days before the first due date', '2026-01-04', undefined, '2026-01-05'],
    ['charges ten days ahead', '2026-01-05', cycle('2026-01', '2026-01-15'), '2026-02-05'],
    ['charges two days ahead', '2026-01-13', cycle('2026-01', '2026-01-15'), '2026-02-05'],
    ['moves a late due date', '2026-01-14', cycle('2026-01', '2026-01-17'), '2026-02-05'],
    ['charges the latest month only', '2026-03-10', cycle('2026-03', '2026-03-15'), '2026-04-05'],
    ['skips a month that has no due date left', '2026-01-30', undefined, '2026-02-05'],
  ])('%s', (_name, today, expected, next) => {
    expect(schedule('2026-01-15', today)).toEqual({ cycle: expected, next });
  });
});

describe('toCycle()', () => {
  it('stays in the calendar month, because the bank accepts one charge for each', () => {
    expect(toCycle('2026-01-28', '2026-01-28')).toEqual({
      competencia: '2026-01',
      vencimento: '2026-01-31',
    });
    expect(toCycle('2026-01-28', '2026-01-29')).toBeUndefined();
  });
});

describe('addMonths()', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2027-12-31', 2, '2028-02-29'],
    ['2026-11-15', 2, '2027-01-15'],
  ])('%s and %i months', (day, months, expected) => {
    expect(addMonths(day, months)).toBe(expected);
  });
});

it('uses the day of São Paulo', () => {
  expect(toDay(new Date('2026-03-01T02:59:59Z'))).toBe('2026-02-28');
  expect(toDay(new Date('2026-03-01T03:00:00Z'))).toBe('2026-03-01');
});

it('leaves the payer time to approve before the first due date', () => {
  expect(findFirstDueDay('JORNADA_2', '2026-01-30')).toBe('2026-02-04');
  expect(findFirstDueDay('JORNADA_3', '2026-01-30')).toBe('2026-02-28');
});

it('lists the weekdays for another attempt', () => {
  // 2026-03-13 is a Friday.
  expect(listRetryDays('2026-03-13', '2026-03-17')).toEqual(['2026-03-16', '2026-03-17']);
  expect(listRetryDays('2026-03-13', '2026-03-15')).toEqual([]);
});
