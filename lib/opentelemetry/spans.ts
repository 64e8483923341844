import {
  context,
  propagation,
  SpanKind,
  trace,
  type Attributes,
  type AttributeValue,
  type Context,
} from '@opentelemetry/api';
import type { PixAccountLabels, PixActivity, PixExchangeActivity } from '../observe/index.js';
import { pixAttributes as pix, STATUS, type Instruments } from './metrics.js';

/** The attribute of each field of an activity. */
const FIELDS: readonly (readonly [field: string, attribute: string])[] = [
  ['httpMethod', 'http.request.method'],
  ['url', 'url.full'],
  ['route', 'http.route'],
  ['scheme', 'url.scheme'],
  ['status', STATUS],
  ['operation', pix.operation],
  ['ledger', pix.account],
  ['txid', pix.txid],
  ['outcome', pix.outcome],
  ['result', pix.outcome],
  ['requests', pix.requests],
  ['requestId', pix.requestId],
  ['verdict', pix.verdict],
  ['differences', pix.differences],
  ['receiver', pix.receiver],
  ['notification', pix.notification],
  ['handler', pix.handler],
  ['listed', pix.listed],
];

const EVENT_FIELDS = [
  ['receiver', pix.receiver],
  ['type', pix.eventType],
  ['key', pix.eventKey],
  ['txid', pix.txid],
  ['endToEndId', pix.endToEndId],
] as const;

type Kind = PixActivity['kind'];
/** The activity of a kind. */
type ActivityOf<K extends Kind> = K extends 'attempt' | 'token'
  ? PixExchangeActivity
  : Extract<PixActivity, { kind: K }>;
type Metric = Parameters<Instruments['record']>[0];

/** How a kind of activity is reported. */
interface KindRow<Activity> {
  /** Name of the span. */
  readonly name: (activity: Activity) => string;
  /** Default: internal. */
  readonly span?: SpanKind;
  /** Attributes that only this kind has. */
  readonly attributes?: (activity: Activity) => Attributes;
  /** A failure that it reports without throwing. */
  readonly failure?: (activity: Activity) => string | undefined;
  /** Its metric; absent if it is counted elsewhere. */
  readonly metric?: Metric;
  /** Further attributes of the metric, unless the activity has them. */
  readonly metricAttributes?: (activity: Activity) => Attributes;
  /** What the metric records instead of the duration. */
  readonly seconds?: (activity: Activity) => number;
}

const failureFrom = (least: number) => (activity: { readonly status: number | undefined }) =>
  (activity.status ?? 0) >= least ? String(activity.status) : undefined;

const exchange = {
  span: SpanKind.CLIENT,
  attributes: describeTarget,
  failure: failureFrom(400),
} satisfies Partial<KindRow<PixExchangeActivity>>;

const kinds: { readonly [K in Kind]: KindRow<ActivityOf<K>> } = {
  call: { name: ({ method }) => `pix.${method}`, metric: 'callDuration' },
  attempt: {
    ...exchange,
    name: ({ httpMethod, path }) => `${httpMethod} ${path}`,
    metric: 'attemptDuration',
    metricAttributes: ({ number }) => ({ [pix.repeat]: number > 1 }),
  },
  token: { ...exchange, name: () => 'POST {token_url}', metric: 'tokenDuration' },
  'read-back': {
    name: () => 'pix.read_back',
    metric: 'readBacks',
    metricAttributes: () => ({ [pix.verdict]: 'unknown' }),
  },
  delivery: {
    name: ({ route }) => `POST ${route}`,
    span: SpanKind.SERVER,
    attributes: ({ path }) => ({ 'http.request.method': 'POST', 'url.path': path }),
    // As for every HTTP server, a refused request is not an error of the server.
    failure: failureFrom(500),
    metric: 'deliveryDuration',
    metricAttributes: () => ({ [pix.outcome]: 'error', [STATUS]: 500 }),
  },
  enqueue: {
    name: () => 'pix.enqueue',
    span: SpanKind.PRODUCER,
    attributes: () => ({ 'messaging.operation.type': 'send' }),
    failure: ({ outcome }) => (outcome === 'unavailable' ? outcome : undefined),
  },
  process: {
    name: () => 'pix.process',
    span: SpanKind.CONSUMER,
    attributes: () => ({ 'messaging.operation.type': 'process' }),
    failure: ({ outcome }) => (outcome === 'failed' ? outcome : undefined),
    metric: 'queueDelay',
    seconds: ({ delay }) => delay,
  },
  handler: { name: ({ handler }) => `pix.handler ${handler}`, metric: 'handlerDuration' },
  reconciliation: { name: () => 'pix.reconciliation', metric: 'reconciliationDuration' },
  ledger: {
    name: ({ operation, handler }) =>
      `pix.ledger.${operation}${handler === undefined ? '' : ` ${handler}`}`,
    metric: 'ledgerDuration',
  },
};

function getRow({ kind }: PixActivity): KindRow<PixActivity> {
  return kinds[kind] as KindRow<PixActivity>;
}

/** Returns the name and the kind of the span of an activity. */
export function describeSpan(activity: PixActivity): { name: string; kind: SpanKind } {
  const { name, span = SpanKind.INTERNAL } = getRow(activity);
  return { name: name(activity), kind: span };
}

/** Returns the attributes of an activity that are known. They have no secret and no values of a path or query. */
export function toAttributes(activity: PixActivity): Attributes {
  return {
    ...readFields(activity, FIELDS),
    ...('account' in activity && toAccountAttributes(activity.account)),
    ...('event' in activity && readFields(activity.event, EVENT_FIELDS)),
    ...getRow(activity).attributes?.(activity),
  };
}

export function toAccountAttributes({ name, provider, environment }: PixAccountLabels): Attributes {
  return { [pix.account]: name, [pix.provider]: provider, [pix.environment]: environment };
}

function readFields(from: object, fields: typeof FIELDS): Attributes {
  const attributes: Attributes = {};
  for (const [field, attribute] of fields) {
    const value = (from as Readonly<Record<string, AttributeValue | undefined>>)[field];
    const isEmpty = Array.isArray(value) && value.length === 0;
    if (value !== undefined && !isEmpty) attributes[attribute] = value;
  }
  return attributes;
}

/** Describes the server of a request, by the stable conventions of HTTP clients. */
function describeTarget({ url, path, number }: PixExchangeActivity): Attributes {
  const { hostname, port, protocol } = new URL(url.replaceAll(/[{}]/g, ''));
  return {
    'server.address': hostname,
    'server.port': port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port),
    'url.template': path,
    ...(number > 1 && { 'http.request.resend_count': number - 1 }),
  };
}

/**
 * Records the metric of an activity that has ended.
 *
 * @param attributes of its span, of which a metric has those with few values
 */
export function recordMetric(
  instruments: Instruments,
  activity: PixActivity,
  seconds: number,
  attributes: Attributes,
): void {
  const row = getRow(activity);
  if (!row.metric) return;
  const all = { ...row.metricAttributes?.(activity), ...attributes };
  instruments.record(row.metric, all, row.seconds?.(activity) ?? seconds);
}

const CLASS_NAME = /^[A-Za-z_$][\w$]{0,63}$/;

/**
 * Returns the attribute `error.type` of an activity: the HTTP status of an error response, otherwise
 * the class of the error. Its values are few: texts of errors are never used.
 */
export function findErrorType(activity: PixActivity, error: unknown): string | undefined {
  const failure = getRow(activity).failure?.(activity);
  if (error === undefined || failure !== undefined) return failure;
  const { name } = (error ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' && CLASS_NAME.test(name) ? name : '_OTHER';
}

/** Returns the current trace context as fields; `undefined` without one. */
export function injectTrace(): Record<string, string> | undefined {
  if (!trace.getSpanContext(context.active())) return undefined;
  const fields: Record<string, string> = {};
  propagation.inject(context.active(), fields);
  // Baggage may contain personal data, and the queue keeps events.
  delete fields.baggage;
  return Object.keys(fields).length > 0 ? fields : undefined;
}

/**
 * Finds the context in which an activity begins. A queued event continues the trace of its delivery, and a step of the
 * ledger that in which its charge was opened. A delivery belongs
 * to the span of the HTTP server's instrumentation, otherwise to the trace in its headers.
 */
export function findParent(activity: PixActivity): Context {
  const active = context.active();
  if (activity.kind === 'process' || activity.kind === 'ledger') {
    return activity.trace ? propagation.extract(active, activity.trace) : active;
  }
  if (activity.kind === 'delivery' && !trace.getSpan(active)) {
    return propagation.extract(active, activity.headers);
  }
  return active;
}
