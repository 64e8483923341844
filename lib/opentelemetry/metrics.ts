import type { Attributes, Meter, MeterProvider, Observable } from '@opentelemetry/api';

/** A metric of the library. */
export interface PixMetricDefinition {
  /** Name in OpenTelemetry; the Prometheus exporter replaces the dots and appends the unit. */
  readonly name: string;
  readonly kind: 'counter' | 'histogram' | 'gauge';
  /** In UCUM: `s` seconds, `d` days, `{…}` a number of things. */
  readonly unit: string;
  readonly description: string;
  /** Names of its attributes; each has few values. */
  readonly attributes: readonly string[];
}

/** The attributes of the library, in spans and metrics. */
export const pixAttributes = {
  account: 'pix.account',
  provider: 'pix.provider',
  environment: 'pix.environment',
  operation: 'pix.operation',
  outcome: 'pix.outcome',
  repeat: 'pix.repeat',
  verdict: 'pix.read_back.verdict',
  differences: 'pix.differences',
  receiver: 'pix.receiver',
  notification: 'pix.notification',
  eventType: 'pix.event.type',
  eventKey: 'pix.event.key',
  origin: 'pix.event.origin',
  handler: 'pix.handler',
  queueState: 'pix.queue.state',
  txid: 'pix.txid',
  endToEndId: 'pix.end_to_end_id',
  requestId: 'pix.request_id',
  requests: 'pix.requests',
  listed: 'pix.reconciliation.listed',
} as const;

const { account, provider, environment, operation, outcome, receiver, eventType } = pixAttributes;
const labels = [account, provider, environment];

type Kind = PixMetricDefinition['kind'];

/** Defines the metrics of one kind: name without `pix.`, description, unit, attributes. */
const define =
  <K extends Kind>(kind: K, unit: string) =>
  (name: string, description: string, attributes: readonly string[], ownUnit = unit) =>
    ({ name: `pix.${name}`, kind, unit: ownUnit, description, attributes }) as const;
const histogram = define('histogram', 's');
const counter = define('counter', '{event}');
const gauge = define('gauge', 's');
export const STATUS = 'http.response.status_code';

/** All metrics of the library. */
export const pixMetrics = {
  callDuration: histogram(
    'client.call.duration',
    'Duration of calls of service methods with their tokens, attempts, waits and reads, by outcome',
    [...labels, operation, outcome, 'error.type'],
  ),
  attemptDuration: histogram(
    'client.attempt.duration',
    'Duration of single requests to the API of the provider',
    [...labels, operation, pixAttributes.repeat, STATUS, 'error.type'],
  ),
  tokenDuration: histogram('client.token.duration', 'Duration of requests to the token endpoint', [
    ...labels,
    STATUS,
    'error.type',
  ]),
  readBacks: counter(
    'client.read_backs',
    'Reads of a record after a write with an unknown outcome, by what they showed',
    [...labels, operation, pixAttributes.verdict],
    '{read_back}',
  ),
  inFlight: gauge('client.calls.in_flight', 'Calls in flight', labels, '{call}'),
  retryBudget: gauge(
    'client.retry_budget.left',
    'Repeats that are left before calls fail after one attempt',
    labels,
    '{repeat}',
  ),
  certificateDaysLeft: gauge(
    'client.certificate.days_left',
    'Whole days until the client certificate expires',
    labels,
    'd',
  ),
  deliveryDuration: histogram(
    'receiver.delivery.duration',
    'Duration of webhook requests, by result',
    [receiver, pixAttributes.notification, outcome, STATUS],
  ),
  events: counter('receiver.events', 'Events by type and outcome', [
    ...[receiver, eventType, outcome, pixAttributes.origin],
  ]),
  handlerDuration: histogram('receiver.handler.duration', 'Duration of runs of a handler', [
    ...[receiver, eventType, pixAttributes.handler, 'error.type'],
  ]),
  queueDelay: histogram(
    'receiver.queue.delay',
    'Time between the arrival of an event and its processing by a worker',
    [receiver, eventType],
  ),
  queueEvents: gauge(
    'receiver.queue.events',
    'Events in the queue by state; every process reports the whole queue',
    [receiver, pixAttributes.queueState],
    '{event}',
  ),
  reconciliationDuration: histogram(
    'receiver.reconciliation.duration',
    'Duration of runs of the reconciler',
    [receiver, 'error.type'],
  ),
  reconcilerLag: gauge(
    'receiver.reconciler.lag',
    'Time between the cursor of the reconciler and now',
    [receiver],
  ),
  reconcilerDeadLetters: gauge(
    'receiver.reconciler.dead_letters',
    'Listed items that the reconciler could not read; each may be a payment',
    [receiver],
    '{item}',
  ),
  ledgerDuration: histogram(
    'ledger.duration',
    'Duration of the steps of charges: opening, commands, payments and handlers',
    [account, operation, 'error.type'],
  ),
  ledgerUnsettled: gauge(
    'ledger.unsettled',
    'Rows that are to be settled; every process reports the whole ledger',
    [account],
    '{row}',
  ),
  ledgerOldest: gauge(
    'ledger.unsettled.age',
    'Age of the oldest row that is to be settled; 0 without one',
    [account],
  ),
  ledgerTasks: gauge('ledger.tasks', 'Tasks that wait for a person', [account], '{task}'),
  ledgerDifference: gauge(
    'ledger.difference',
    'Difference between bank and ledger in the last books that this process has kept',
    [account],
    '{BRL}',
  ),
} as const satisfies Readonly<Record<string, PixMetricDefinition>>;

/** The key of a metric in {@link pixMetrics}. */
export type PixMetricKey = keyof typeof pixMetrics;

type KeysOf<K extends Kind> = {
  [Key in PixMetricKey]: (typeof pixMetrics)[Key]['kind'] extends K ? Key : never;
}[PixMetricKey];

/** Reports the value of a gauge; an unknown one is left out. */
export type Observe = (
  key: KeysOf<'gauge'>,
  value: number | undefined,
  attributes: Attributes,
) => void;

/** In seconds. Requests to a provider take 50 ms to some seconds; a call ends after 60 by default. */
const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Events wait for hours while workers are down, and runs of the reconciler read many pages. */
const HOURS = [...SECONDS, 300, 900, 3600, 14_400, 86_400];
const LONG: ReadonlySet<PixMetricKey> = new Set(['queueDelay', 'reconciliationDuration']);

type Recording = (seconds: number, attributes: Attributes) => void;

/** The instruments of a meter, each created when it is first used. */
export class Instruments {
  readonly #meter: Meter;
  readonly #records = new Map<PixMetricKey, Recording>();

  constructor(provider: MeterProvider, version: string) {
    this.#meter = provider.getMeter('nestjs-pix', version);
  }

  /**
   * Records a duration, or counts an event.
   *
   * @param attributes those that the definition of the metric does not name are left out
   */
  record(key: KeysOf<'histogram' | 'counter'>, attributes: Attributes, seconds = 0): void {
    const record = this.#records.get(key) ?? this.#create(key);
    this.#records.set(key, record);
    const known = pixMetrics[key].attributes.filter((name) => attributes[name] !== undefined);
    record(seconds, Object.fromEntries(known.map((name) => [name, attributes[name]])));
  }

  /** Registers the gauges of a part of the library, which share one reading. */
  watch(part: string, read: (observe: Observe) => void | Promise<void>): void {
    const gauges = new Map<string, Observable>();
    for (const [key, { kind, name, unit, description }] of Object.entries(pixMetrics)) {
      if (kind !== 'gauge' || !name.startsWith(`pix.${part}.`)) continue;
      gauges.set(key, this.#meter.createObservableGauge(name, { unit, description }));
    }
    this.#meter.addBatchObservableCallback(
      (result) =>
        read((key, value, attributes) => {
          const gauge = gauges.get(key);
          if (gauge && value !== undefined) result.observe(gauge, value, attributes);
        }),
      [...gauges.values()],
    );
  }

  #create(key: KeysOf<'histogram' | 'counter'>): Recording {
    const { kind, name, unit, description } = pixMetrics[key];
    if (kind === 'counter') {
      const counter = this.#meter.createCounter(name, { unit, description });
      return (_seconds, attributes) => counter.add(1, attributes);
    }
    const advice = { explicitBucketBoundaries: LONG.has(key) ? HOURS : SECONDS };
    const histogram = this.#meter.createHistogram(name, { unit, description, advice });
    return (seconds, attributes) => histogram.record(seconds, attributes);
  }
}
