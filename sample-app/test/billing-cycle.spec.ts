import { describe, expect, it } from '@jest/globals';
import { addDays, addMonths, isDay, startOfDay, toDay } from '../src/charges/brazilian-day.js';
import { findCycle, findFirstDueDay } from '../src/subscriptions/billing-cycle.js';

describe('findCycle()', () => {
  const cycle = (vencimento: string, competencia = vencimento.slice(0, 7)) => ({
    competencia,
    vencimento,
  });

  it.each([
    ['nothing, eleven days before', '2026-03-20', '2026-03-09', undefined],
    ['the first month, ten days before', '2026-03-20', '2026-03-10', cycle('2026-03-20')],
    ['the same month until the next one is due', '2026-03-20', '2026-04-09', undefined],
    ['the next month, ten days before', '2026-03-20', '2026-04-10', cycle('2026-04-20')],
    ['a later due date, when it is late', '2026-03-20', '2026-03-19', cycle('2026-03-22')],
    ['nothing, when the month has no day left', '2026-03-30', '2026-03-30', undefined],
    ['the last day of a month without the day', '2026-01-31', '2026-02-20', cycle('2026-02-28')],
    ['the day again in the month after it', '2026-01-31', '2026-03-25', cycle('2026-03-31')],
    ['the last of several months', '2026-01-15', '2026-06-08', cycle('2026-06-15')],
  ])('returns %s', (_, first, today, expected) => {
    expect(findCycle(first, today)).toEqual(expected);
  });

  it('is due five days after the order at first', () => {
    expect(findFirstDueDay('2026-02-26')).toBe('2026-03-03');
  });
});

describe('days of Brasília', () => {
  it('begin three hours after those of UTC', () => {
    expect(toDay(new Date('2026-11-23T02:59:59Z'))).toBe('2026-11-22');
    expect(startOfDay('2026-11-23')).toEqual(new Date('2026-11-23T03:00:00Z'));
  });

  it('are added across months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addMonths('2026-12-31', 2)).toBe('2027-02-28');
  });

  it.each([
    ['2026-02-28', true],
    ['2026-02-30', false],
    ['2026-2-3', false],
    ['2026-02-28T', false],
    ['hoje', false],
  ])('%s is one: %s', (text, is) => {
    expect(isDay(text)).toBe(is);
  });
});
