import { SpanKind, type Attributes } from '@opentelemetry/api';
import type {
  PixAccountLabels,
  PixActivity,
  PixEnqueueActivity,
  PixEventLabels,
  PixExchangeActivity,
  PixLedgerActivity,
  PixProcessActivity,
} from '../telemetry/index.js';
import { pixAttributes as pix } from './metric-definitions.js';

/** A span when its activity begins. */
export interface SpanDescription {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Attributes;
}

/** Describes the span of an activity. Attributes that are `undefined` are not set. */
export function describeSpan(activity: PixActivity): SpanDescription {
  switch (activity.kind) {
    case 'call': {
      const { method, operation, txid, account } = activity;
      const attributes = {
        ...toAccountAttributes(account),
        [pix.operation]: operation,
        [pix.txid]: txid,
      };
      return { name: `pix.${method}`, kind: SpanKind.INTERNAL, attributes };
    }
    case 'attempt':
    case 'token':
      return describeExchange(activity);
    case 'read-back': {
      const { account, operation } = activity;
      const attributes = { ...toAccountAttributes(account), [pix.operation]: operation };
      return { name: 'pix.read_back', kind: SpanKind.INTERNAL, attributes };
    }
    case 'delivery': {
      const { route, path, scheme, receiver, notification } = activity;
      const attributes = {
        'http.request.method': 'POST',
        'http.route': route,
        'url.path': path,
        'url.scheme': scheme,
        [pix.receiver]: receiver,
        [pix.notification]: notification,
      };
      return { name: `POST ${route}`, kind: SpanKind.SERVER, attributes };
    }
    case 'enqueue':
    case 'process':
      return describeQueued(activity);
    case 'handler': {
      const { handler, event } = activity;
      const attributes = { ...toEventAttributes(event), [pix.handler]: handler };
      return { name: `pix.handler ${handler}`, kind: SpanKind.INTERNAL, attributes };
    }
    case 'reconciliation': {
      const attributes = { [pix.receiver]: activity.receiver };
      return { name: 'pix.reconciliation', kind: SpanKind.INTERNAL, attributes };
    }
    case 'ledger':
      return describeLedger(activity);
  }
}

function describeQueued({ kind, event }: PixEnqueueActivity | PixProcessActivity): SpanDescription {
  const isProducer = kind === 'enqueue';
  const attributes = {
    'messaging.operation.type': isProducer ? 'send' : 'process',
    ...toEventAttributes(event),
  };
  return {
    name: `pix.${kind}`,
    kind: isProducer ? SpanKind.PRODUCER : SpanKind.CONSUMER,
    attributes,
  };
}

function describeLedger({ account, operation, handler, txid }: PixLedgerActivity): SpanDescription {
  const attributes = {
    [pix.account]: account,
    [pix.ledgerOperation]: operation,
    [pix.handler]: handler,
    [pix.txid]: txid,
  };
  const name = handler === undefined ? operation : `handler ${handler}`;
  return { name: `pix.ledger.${name}`, kind: SpanKind.INTERNAL, attributes };
}

/** An HTTP request, by the stable conventions of HTTP clients. Its address has no values of path and query. */
function describeExchange(activity: PixExchangeActivity): SpanDescription {
  const { kind, account, operation, httpMethod, url, path, number } = activity;
  const { hostname, port, protocol } = new URL(url.replaceAll(/[{}]/g, ''));
  const attributes = {
    'http.request.method': httpMethod,
    'server.address': hostname,
    'server.port': port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port),
    'url.full': url,
    'url.template': path,
    ...(number > 1 && { 'http.request.resend_count': number - 1 }),
    ...toAccountAttributes(account),
    [pix.operation]: operation,
  };
  return {
    name: kind === 'token' ? 'POST {token_url}' : `${httpMethod} ${path}`,
    kind: SpanKind.CLIENT,
    attributes,
  };
}

/** Returns the attributes that are known when an activity has ended. */
export function describeEnd(activity: PixActivity): Attributes {
  switch (activity.kind) {
    case 'call': {
      const { outcome, requests, status, requestId, txid, differences } = activity;
      return {
        [pix.outcome]: outcome,
        [pix.requests]: requests,
        'http.response.status_code': status,
        [pix.requestId]: requestId,
        [pix.txid]: txid,
        ...toDifferences(differences),
      };
    }
    case 'attempt':
    case 'token':
      return {
        'http.response.status_code': activity.status,
        [pix.requestId]: activity.requestId,
      };
    case 'read-back':
      return { [pix.verdict]: activity.verdict, ...toDifferences(activity.differences) };
    case 'delivery':
      return { [pix.outcome]: activity.result, 'http.response.status_code': activity.status };
    case 'enqueue':
    case 'process':
      return { [pix.outcome]: activity.outcome };
    case 'handler':
    case 'ledger':
      return {};
    case 'reconciliation':
      return { [pix.listed]: activity.listed };
  }
}

/** The paths of fields, never their values. */
function toDifferences(paths: readonly string[] = []): Attributes {
  return paths.length > 0 ? { [pix.differences]: [...paths] } : {};
}

export function toAccountAttributes(account: PixAccountLabels): Attributes {
  const { name, provider, environment } = account;
  return { [pix.account]: name, [pix.provider]: provider, [pix.environment]: environment };
}

function toEventAttributes(event: PixEventLabels): Attributes {
  const { receiver, type, key, txid, endToEndId } = event;
  return {
    [pix.receiver]: receiver,
    [pix.eventType]: type,
    [pix.eventKey]: key,
    [pix.txid]: txid,
    [pix.endToEndId]: endToEndId,
  };
}
