import { describe, expect, it } from '@jest/globals';
import {
  findFirstDueDay,
  listRetryDays,
  schedule,
  toCycle,
} from '../src/subscriptions/billing-cycle.js';
import { addDays, addMonths, toDay, toMonth } from '../src/subscriptions/civil-day.js';

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

describe('the months of a subscription', () => {
  /** The due dates from the first one until April of the year after the next, with a look on each day. */
  function listDueDates(dataInicial: string): string[] {
    const found = new Map<string, string>();
    const end = `${Number(dataInicial.slice(0, 4)) + 2}-04-01`;
    for (let day = addDays(dataInicial, -5); day < end; day = addDays(day, 1)) {
      const { cycle } = schedule(dataInicial, day);
      if (!cycle) continue;
      const { competencia, vencimento } = cycle;
      // The database keeps the first charge of a month.
      if (!found.has(competencia)) found.set(competencia, vencimento);
    }
    return [...found.values()];
  }

  it.each([
    ['2027-01-29', '02-28', '02-29'],
    ['2027-01-30', '02-28', '02-29'],
    ['2027-01-31', '02-28', '02-29'],
    ['2028-02-29', '02-29', '02-28'],
  ])('are charged once each from %s', (dataInicial, february, nextFebruary) => {
    const dueDates = listDueDates(dataInicial);
    const months = dueDates.map(toMonth);
    const first = toMonth(dataInicial);
    expect(months).toEqual(months.map((_, index) => toMonth(addMonths(`${first}-01`, index))));
    expect(months.length).toBeGreaterThan(24);
    for (const due of dueDates) {
      const lastDay = addDays(addMonths(`${toMonth(due)}-01`, 1), -1);
      const wanted = `${toMonth(due)}${dataInicial.slice(7)}`;
      expect(due).toBe(wanted > lastDay ? lastDay : wanted);
    }
    const februaries = dueDates.filter((due) => due.slice(5, 7) === '02');
    expect(februaries.slice(0, 2).map((due) => due.slice(5))).toEqual([february, nextFebruary]);
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
