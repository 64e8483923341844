import type { ObservableResult } from '@opentelemetry/api';
import type { PixAccountLabels, PixAccountReadings } from '../telemetry/index.js';
import type { Instruments } from './instruments.js';
import { toAccountAttributes } from './span-descriptions.js';

interface Watched {
  readonly account: PixAccountLabels;
  /** Weak, so that a client that nobody uses any more is collected. */
  readonly readings: WeakRef<PixAccountReadings>;
}

/** Combines the values of accounts with the same attributes. */
type Combine = (a: number, b: number) => number;

/** The gauges of accounts: certificate, retry budget and calls in flight. */
export class AccountGauges {
  readonly #watched = new Set<Watched>();

  add(account: PixAccountLabels, readings: PixAccountReadings): () => void {
    const watched = { account, readings: new WeakRef(readings) };
    this.#watched.add(watched);
    return () => this.#watched.delete(watched);
  }

  register(instruments: Instruments): void {
    // The clients of a factory have the same attributes: the worst of them counts.
    const least: Combine = (a, b) => Math.min(a, b);
    const sum: Combine = (a, b) => a + b;
    const days = (readings: PixAccountReadings) => readings.certificateDaysLeft;
    instruments.watch('certificateDaysLeft', (result) => this.#read(result, days, least));
    const left = (readings: PixAccountReadings) => readings.retryBudgetLeft;
    instruments.watch('retryBudget', (result) => this.#read(result, left, least));
    const inFlight = (readings: PixAccountReadings) => readings.inFlight;
    instruments.watch('inFlight', (result) => this.#read(result, inFlight, sum));
  }

  #read(
    result: ObservableResult,
    select: (readings: PixAccountReadings) => number | undefined,
    combine: Combine,
  ): void {
    const values = new Map<string, { readonly account: PixAccountLabels; value: number }>();
    for (const watched of this.#watched) {
      const readings = watched.readings.deref();
      if (!readings) this.#watched.delete(watched);
      const value = readings && select(readings);
      if (value === undefined) continue;
      const { account } = watched;
      const key = JSON.stringify([account.name, account.provider, account.environment]);
      const found = values.get(key);
      values.set(key, { account, value: found ? combine(found.value, value) : value });
    }
    for (const { account, value } of values.values()) {
      result.observe(value, toAccountAttributes(account));
    }
  }
}
