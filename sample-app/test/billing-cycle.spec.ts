import { describe, expect, it } from '@jest/globals';
import {
  findBillingStart,
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
    expect(schedule({ day: '2026-01-15', months: 0 }, today)).toEqual({ cycle: expected, next });
  });
});

describe('the months of a subscription', () => {
  /** The due dates from the first one until April of the year after the next, with a look on each day. */
  function listDueDates(dataInicial: string, start = { day: dataInicial, months: 0 as 0 | 1 }) {
    const found = new Map<string, string>();
    const end = `${Number(dataInicial.slice(0, 4)) + 2}-04-01`;
    for (let day = addDays(dataInicial, -5); day < end; day = addDays(day, 1)) {
      const { cycle } = schedule(start, day);
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

describe('the months of a subscription that was paid with its approval', () => {
  it('keep the day of that payment, also after a short month', () => {
    const criadoEm = new Date('2027-02-01T01:00:00Z'); // 31 January in São Paulo
    const start = findBillingStart({ jornada: 'JORNADA_3', criadoEm, dataInicial: '2027-02-28' });
    expect(start).toEqual({ day: '2027-01-31', months: 1 });
    const dueDates: (string | undefined)[] = [];
    for (let { next } = schedule(start, '2027-01-31'); next < '2027-06-01';) {
      const { cycle, next: later } = schedule(start, next);
      dueDates.push(cycle?.vencimento);
      next = later;
    }
    expect(dueDates).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']);
  });

  it('are counted from the first due date in journey 2', () => {
    const criadoEm = new Date('2027-01-26T12:00:00Z');
    const dataInicial = '2027-01-31';
    const start = findBillingStart({ jornada: 'JORNADA_2', criadoEm, dataInicial });
    expect(start).toEqual({ day: dataInicial, months: 0 });
  });

  it.each(['2027-01-31', '2027-12-30', '2028-01-29'])('begin a month after %s', (day) => {
    const criadoEm = new Date(`${day}T12:00:00Z`);
    const dataInicial = findFirstDueDay('JORNADA_3', day);
    const start = findBillingStart({ jornada: 'JORNADA_3', criadoEm, dataInicial });
    const { next } = schedule(start, day);
    expect(schedule(start, next).cycle?.vencimento).toBe(dataInicial);
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
