import { DAY_MS } from '../runtime/index.js';

/** The period of a filter. */
export interface Period {
  readonly inicio: Date | string;
  readonly fim: Date | string;
}

const SECOND = 1000;

/**
 * Splits a long period into windows that the provider accepts, in order. Windows share their
 * boundaries, so that no item is missed; an item exactly at a boundary appears twice.
 *
 * @param days the provider's limit; windows are shorter
 */
export function* splitPeriod<T extends Period>(period: T, days: number): Generator<T> {
  const end = new Date(period.fim).getTime();
  const length = days * DAY_MS - SECOND;
  let start = new Date(period.inicio).getTime();
  if (!(end - start > length)) {
    yield period;
    return;
  }
  for (; start < end; start += length) {
    yield { ...period, inicio: new Date(start), fim: new Date(Math.min(start + length, end)) };
  }
}

/**
 * Splits each period into two that share their boundary, for a provider that refuses the first one
 * and does not state its limit.
 *
 * @returns `undefined` if the first period is not longer than a day: its length is not the reason
 */
export function halvePeriods<T extends Period>(periods: readonly T[]): T[] | undefined {
  const halves = periods.map(halve);
  return halves[0]?.length === 2 ? halves.flat() : undefined;
}

function halve<T extends Period>(period: T): T[] {
  const [start, end] = [new Date(period.inicio).getTime(), new Date(period.fim).getTime()];
  if (!(end - start > DAY_MS)) return [period];
  const middle = new Date(Math.floor((start + end) / 2 / SECOND) * SECOND);
  return [
    { ...period, fim: middle },
    { ...period, inicio: middle },
  ];
}
