import type {
  Attributes,
  Counter,
  Histogram,
  Meter,
  MeterProvider,
  ObservableResult,
} from '@opentelemetry/api';
import { pixMetrics, type PixMetricDefinition, type PixMetricKey } from './metric-definitions.js';

type KeysOf<Kind extends PixMetricDefinition['kind']> = {
  [Key in PixMetricKey]: (typeof pixMetrics)[Key]['kind'] extends Kind ? Key : never;
}[PixMetricKey];

/** Reports the readings of a gauge. */
export type GaugeReader = (result: ObservableResult) => void | Promise<void>;

/** In seconds. Requests to a provider take 50 ms to some seconds; a call ends after 60 by default. */
const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Events wait for hours while workers are down, and runs of the reconciler read many pages. */
const HOURS = [...SECONDS, 300, 900, 3600, 14_400, 86_400];
const LONG: ReadonlySet<PixMetricKey> = new Set(['queueDelay', 'reconciliationDuration']);

/** The instruments of a meter, each created when it is first used. */
export class Instruments {
  readonly #meter: Meter;
  readonly #histograms = new Map<string, Histogram>();
  readonly #counters = new Map<string, Counter>();

  constructor(provider: MeterProvider, version: string) {
    this.#meter = provider.getMeter('nestjs-pix', version);
  }

  record(key: KeysOf<'histogram'>, seconds: number, attributes: Attributes): void {
    const { name, unit, description } = pixMetrics[key];
    let histogram = this.#histograms.get(name);
    if (!histogram) {
      const advice = { explicitBucketBoundaries: LONG.has(key) ? HOURS : SECONDS };
      histogram = this.#meter.createHistogram(name, { unit, description, advice });
      this.#histograms.set(name, histogram);
    }
    histogram.record(seconds, attributes);
  }

  count(key: KeysOf<'counter'>, attributes: Attributes): void {
    const { name, unit, description } = pixMetrics[key];
    let counter = this.#counters.get(name);
    if (!counter) {
      counter = this.#meter.createCounter(name, { unit, description });
      this.#counters.set(name, counter);
    }
    counter.add(1, attributes);
  }

  watch(key: KeysOf<'gauge'>, read: GaugeReader): void {
    const { name, unit, description } = pixMetrics[key];
    this.#meter.createObservableGauge(name, { unit, description }).addCallback(read);
  }
}
