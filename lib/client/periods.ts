/** A period as a filter holds it. */
export interface Period {
  readonly inicio: Date | string;
  readonly fim: Date | string;
}

const DAY = 86_400_000;
const SECOND = 1000;

/**
 * A long period as windows that a provider takes, in order. They share their ends, so that nothing falls between two of
 * them; what stands at that very instant comes twice.
 *
 * @param days the provider's limit, which a window stays under
 */
export function* splitPeriod<T extends Period>(period: T, days: number): Generator<T> {
  const end = new Date(period.fim).getTime();
  const length = days * DAY - SECOND;
  let start = new Date(period.inicio).getTime();
  if (!(end - start > length)) {
    yield period;
    return;
  }
  for (; start < end; start += length) {
    yield { ...period, inicio: new Date(start), fim: new Date(Math.min(start + length, end)) };
  }
}
