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
  ledgerOperation: 'pix.ledger.operation',
} as const;

const { account, provider, environment, operation, outcome, receiver, eventType } = pixAttributes;
const labels = [account, provider, environment];

/** All metrics of the library. */
export const pixMetrics = {
  callDuration: {
    name: 'pix.client.call.duration',
    kind: 'histogram',
    unit: 's',
    description:
      'Duration of calls of service methods with their tokens, attempts, waits and reads, by outcome',
    attributes: [...labels, operation, outcome, 'error.type'],
  },
  attemptDuration: {
    name: 'pix.client.attempt.duration',
    kind: 'histogram',
    unit: 's',
    description: 'Duration of single requests to the API of the provider',
    attributes: [
      ...labels,
      operation,
      pixAttributes.repeat,
      'http.response.status_code',
      'error.type',
    ],
  },
  tokenDuration: {
    name: 'pix.client.token.duration',
    kind: 'histogram',
    unit: 's',
    description: 'Duration of requests to the token endpoint',
    attributes: [...labels, 'http.response.status_code', 'error.type'],
  },
  readBacks: {
    name: 'pix.client.read_backs',
    kind: 'counter',
    unit: '{read_back}',
    description: 'Reads of a record after a write with an unknown outcome, by what they showed',
    attributes: [...labels, operation, pixAttributes.verdict],
  },
  inFlight: {
    name: 'pix.client.calls.in_flight',
    kind: 'gauge',
    unit: '{call}',
    description: 'Calls in flight',
    attributes: labels,
  },
  retryBudget: {
    name: 'pix.client.retry_budget.left',
    kind: 'gauge',
    unit: '{repeat}',
    description: 'Repeats that are left before calls fail after one attempt',
    attributes: labels,
  },
  certificateDaysLeft: {
    name: 'pix.client.certificate.days_left',
    kind: 'gauge',
    unit: 'd',
    description: 'Whole days until the client certificate expires',
    attributes: labels,
  },
  deliveryDuration: {
    name: 'pix.receiver.delivery.duration',
    kind: 'histogram',
    unit: 's',
    description: 'Duration of webhook requests, by result',
    attributes: [receiver, pixAttributes.notification, outcome, 'http.response.status_code'],
  },
  events: {
    name: 'pix.receiver.events',
    kind: 'counter',
    unit: '{event}',
    description: 'Events by type and outcome',
    attributes: [receiver, eventType, outcome, pixAttributes.origin],
  },
  handlerDuration: {
    name: 'pix.receiver.handler.duration',
    kind: 'histogram',
    unit: 's',
    description: 'Duration of runs of a handler',
    attributes: [receiver, eventType, pixAttributes.handler, 'error.type'],
  },
  queueDelay: {
    name: 'pix.receiver.queue.delay',
    kind: 'histogram',
    unit: 's',
    description: 'Time between the arrival of an event and its processing by a worker',
    attributes: [receiver, eventType],
  },
  queueEvents: {
    name: 'pix.receiver.queue.events',
    kind: 'gauge',
    unit: '{event}',
    description: 'Events in the queue by state; every process reports the whole queue',
    attributes: [receiver, pixAttributes.queueState],
  },
  reconciliationDuration: {
    name: 'pix.receiver.reconciliation.duration',
    kind: 'histogram',
    unit: 's',
    description: 'Duration of runs of the reconciler',
    attributes: [receiver, 'error.type'],
  },
  reconcilerLag: {
    name: 'pix.receiver.reconciler.lag',
    kind: 'gauge',
    unit: 's',
    description: 'Time between the cursor of the reconciler and now',
    attributes: [receiver],
  },
  reconcilerDeadLetters: {
    name: 'pix.receiver.reconciler.dead_letters',
    kind: 'gauge',
    unit: '{item}',
    description: 'Listed items that the reconciler could not read; each may be a payment',
    attributes: [receiver],
  },
  ledgerDuration: {
    name: 'pix.ledger.duration',
    kind: 'histogram',
    unit: 's',
    description: 'Duration of the steps of charges: opening, commands, payments and handlers',
    attributes: [account, pixAttributes.ledgerOperation, 'error.type'],
  },
  ledgerUnsettled: {
    name: 'pix.ledger.unsettled',
    kind: 'gauge',
    unit: '{row}',
    description: 'Rows that are to be settled; every process reports the whole ledger',
    attributes: [account],
  },
  ledgerOldest: {
    name: 'pix.ledger.unsettled.age',
    kind: 'gauge',
    unit: 's',
    description: 'Age of the oldest row that is to be settled; 0 without one',
    attributes: [account],
  },
  ledgerTasks: {
    name: 'pix.ledger.tasks',
    kind: 'gauge',
    unit: '{task}',
    description: 'Tasks that wait for a person',
    attributes: [account],
  },
  ledgerDifference: {
    name: 'pix.ledger.difference',
    kind: 'gauge',
    unit: '{BRL}',
    description: 'Difference between bank and ledger in the last books that this process has kept',
    attributes: [account],
  },
} as const satisfies Readonly<Record<string, PixMetricDefinition>>;

/** The key of a metric in {@link pixMetrics}. */
export type PixMetricKey = keyof typeof pixMetrics;
