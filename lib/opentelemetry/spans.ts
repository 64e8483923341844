import {
  context,
  propagation,
  SpanKind,
  trace,
  type Attributes,
  type AttributeValue,
  type Context,
  type SpanContext,
} from '@opentelemetry/api';
import type { PixActivity } from '../observe/index.js';
import { pixAttributes as pix, toAccountAttributes } from './metrics.js';

/** The attribute of each field of an activity. */
const FIELDS: readonly (readonly [field: string, attribute: string])[] = [
  ['httpMethod', 'http.request.method'],
  ['url', 'url.full'],
  ['route', 'http.route'],
  ['scheme', 'url.scheme'],
  ['status', 'http.response.status_code'],
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

/** Returns the attributes of an activity that are known. They have no secret and no values of a path or query. */
export function toAttributes(activity: PixActivity): Attributes {
  return {
    ...readFields(activity, FIELDS),
    ...('account' in activity && toAccountAttributes(activity.account)),
    ...('event' in activity && readFields(activity.event, EVENT_FIELDS)),
    ...describeKind(activity),
  };
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

/** Returns the attributes that only one kind of activity has. */
function describeKind(activity: PixActivity): Attributes {
  switch (activity.kind) {
    case 'attempt':
    case 'token': {
      // By the stable conventions of HTTP clients.
      const { hostname, port, protocol } = new URL(activity.url.replaceAll(/[{}]/g, ''));
      return {
        'server.address': hostname,
        'server.port': port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port),
        'url.template': activity.path,
        ...(activity.number > 1 && { 'http.request.resend_count': activity.number - 1 }),
      };
    }
    case 'delivery':
      return { 'http.request.method': 'POST', 'url.path': activity.path };
    case 'enqueue':
      return { 'messaging.operation.type': 'send' };
    case 'process':
      return { 'messaging.operation.type': 'process' };
    default:
      return {};
  }
}

const KINDS: Readonly<Partial<Record<PixActivity['kind'], SpanKind>>> = {
  attempt: SpanKind.CLIENT,
  token: SpanKind.CLIENT,
  delivery: SpanKind.SERVER,
  enqueue: SpanKind.PRODUCER,
  process: SpanKind.CONSUMER,
};

/** Returns the name and the kind of the span of an activity. */
export function describeSpan(activity: PixActivity): { name: string; kind: SpanKind } {
  return { name: nameSpan(activity), kind: KINDS[activity.kind] ?? SpanKind.INTERNAL };
}

function nameSpan(activity: PixActivity): string {
  switch (activity.kind) {
    case 'call':
      return `pix.${activity.method}`;
    case 'attempt':
      return `${activity.httpMethod} ${activity.path}`;
    case 'token':
      return 'POST {token_url}';
    case 'read-back':
      return 'pix.read_back';
    case 'delivery':
      return `POST ${activity.route}`;
    case 'handler':
      return `pix.handler ${activity.handler}`;
    case 'ledger': {
      const { operation, handler } = activity;
      return `pix.ledger.${operation}${handler === undefined ? '' : ` ${handler}`}`;
    }
    default:
      return `pix.${activity.kind}`;
  }
}

const CLASS_NAME = /^[A-Za-z_$][\w$]{0,63}$/;

/**
 * Returns the attribute `error.type` of an activity: the HTTP status of an error response, otherwise
 * the class of the error. Its values are few: texts of errors are never used.
 */
export function findErrorType(activity: PixActivity, error: unknown): string | undefined {
  const isExchange = activity.kind === 'attempt' || activity.kind === 'token';
  if (isExchange && (activity.status ?? 0) >= 400) return String(activity.status);
  if (error === undefined) return findReportedFailure(activity);
  const { name } = (error ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' && CLASS_NAME.test(name) ? name : '_OTHER';
}

/** Failures that an activity reports without throwing. */
function findReportedFailure(activity: PixActivity): string | undefined {
  switch (activity.kind) {
    case 'delivery':
      // As for every HTTP server, a refused request is not an error of the server.
      return (activity.status ?? 0) >= 500 ? String(activity.status) : undefined;
    case 'enqueue':
      return activity.outcome === 'unavailable' ? 'unavailable' : undefined;
    case 'process':
      return activity.outcome === 'failed' ? 'failed' : undefined;
    default:
      return undefined;
  }
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

const CAPACITY = 10_000;

/**
 * The spans of the latest calls that created charges in this process, by txid. A webhook carries no
 * trace context from its charge, because the provider is between them.
 */
export class RecentCharges {
  /** The oldest comes first. */
  readonly #spans = new Map<string, SpanContext>();

  constructor(private readonly capacity = CAPACITY) {}

  remember(txid: string, span: SpanContext): void {
    this.#spans.delete(txid);
    this.#spans.set(txid, span);
    if (this.#spans.size <= this.capacity) return;
    const [oldest] = this.#spans.keys();
    if (oldest !== undefined) this.#spans.delete(oldest);
  }

  find(txid: string): SpanContext | undefined {
    return this.#spans.get(txid);
  }
}
