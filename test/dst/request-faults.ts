import { Prng, deriveSeed } from './prng.js';

/** The fault of one request and its response. Times are in milliseconds. */
export type RequestFault =
  | { readonly kind: 'ok'; readonly out: number; readonly back: number }
  /** No connection: the request is not sent. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'connect-timeout' }
  /** The connection breaks: before the request arrives, after its effect, or in the middle of the response. */
  | { readonly kind: 'reset'; readonly at: 'before' | 'after' | 'body'; readonly stale: boolean }
  /** No response; the request arrives or not. */
  | { readonly kind: 'hang'; readonly at: 'before' | 'after' }
  /** The request arrives late, usually after the client gave up. */
  | { readonly kind: 'late'; readonly out: number }
  /** It arrives twice, as behind a gateway that repeats. */
  | { readonly kind: 'twice'; readonly again: number }
  /** A gateway answers, before the request arrives or after its effect. */
  | {
      readonly kind: 'gateway';
      readonly at: 'before' | 'after';
      readonly status: number;
      readonly body: GatewayBody;
      readonly retryAfter?: number;
    }
  /** A delayed replica answers a read. */
  | { readonly kind: 'replica' };

export type GatewayBody = 'problem' | 'html' | 'empty' | 'truncated' | 'array' | 'notice' | 'other';

type FaultKind = (typeof FAULT_KINDS)[number];

/** Possible faults of a run. Each run has a subset of them, so that rare combinations occur. */
export const FAULT_KINDS = [
  'refused',
  'reset',
  'stale',
  'hang',
  'late',
  'twice',
  'gateway-before',
  'gateway-after',
  'limited',
  'unreadable',
  'notice',
  'forbidden',
  'gateway-400',
  'replica',
  'slow',
] as const;

const BEFORE = [500, 502, 503, 503, 504, 520] as const;
/** Statuses of a gateway after the provider has executed the request. */
const AFTER = [500, 502, 503, 503, 504, 408, 409, 425, 499, 520, 522, 524, 501, 302] as const;

/** The properties of a request on which its fault depends. */
export interface FaultTarget {
  readonly method: string;
  readonly isToken: boolean;
  /** Whether its success has no body, so that the client accepts any success status. */
  readonly isEmpty: boolean;
}

/** The faults of a run. */
export interface FaultSettings {
  /** Probability of a fault for a request. */
  readonly rate: number;
  readonly kinds: readonly FaultKind[];
  /** Whether all faults are transient: a client with enough attempts succeeds. */
  readonly passing: boolean;
}

/** Responses that a client treats as definite, so that it does not repeat. */
const FINAL: ReadonlySet<FaultKind> = new Set(['forbidden', 'gateway-400']);
const FINAL_FOR_TOKENS: ReadonlySet<FaultKind> = new Set(['unreadable', 'notice']);

/** Draws the fault of a request. It depends only on the seed and the key. */
export function drawFault(
  seed: number,
  key: string,
  { method, isToken, isEmpty }: FaultTarget,
  faultSettings: FaultSettings,
): RequestFault {
  const prng = new Prng(deriveSeed(seed, 'fate', key));
  if (faultSettings.kinds.length === 0 || !prng.chance(faultSettings.rate)) return passing(prng);
  const kind = prng.pick(faultSettings.kinds);
  if (faultSettings.passing && (FINAL.has(kind) || (isToken && FINAL_FOR_TOKENS.has(kind)))) {
    return passing(prng);
  }
  switch (kind) {
    case 'refused':
      return { kind: prng.chance(0.5) ? 'refused' : 'connect-timeout' };
    case 'reset':
      return { kind: 'reset', at: prng.pick(['before', 'after', 'body'] as const), stale: false };
    case 'stale':
      return { kind: 'reset', at: prng.chance(0.7) ? 'before' : 'after', stale: true };
    case 'hang':
      return { kind: 'hang', at: prng.pick(['before', 'after'] as const) };
    case 'late':
      return { kind: 'late', out: prng.whole(1_000, 20_000) };
    case 'twice':
      // Gateways repeat what HTTP calls idempotent; a POST that arrived twice has two effects.
      return method === 'POST' ? passing(prng) : { kind: 'twice', again: prng.whole(1, 500) };
    case 'gateway-before':
      return gateway('before', prng.pick(BEFORE), prng.pick(['problem', 'html', 'empty'] as const));
    case 'gateway-after':
      return gateway(
        'after',
        prng.pick(faultSettings.passing && (isToken || method === 'GET') ? BEFORE : AFTER),
        prng.pick(['problem', 'html', 'empty'] as const),
      );
    case 'limited': {
      const limited = gateway('before', 429, 'problem');
      return prng.chance(0.5)
        ? limited
        : { ...limited, retryAfter: prng.pick(faultSettings.passing ? [0, 1, 2] : [0, 1, 2, 20]) };
    }
    case 'unreadable':
      return gateway(
        prng.chance(0.5) || isToken || isEmpty ? 'after' : 'before',
        200,
        prng.pick(['html', 'empty', 'truncated', 'array'] as const),
      );
    case 'notice':
      // A page of the provider's gateway with a success status, or the response to another request.
      return isEmpty
        ? passing(prng)
        : gateway('before', 200, method !== 'POST' && prng.chance(0.5) ? 'other' : 'notice');
    case 'forbidden':
      return gateway('before', prng.pick([403, 404]), 'html');
    case 'gateway-400':
      return gateway('before', 400, prng.pick(['html', 'empty'] as const));
    case 'replica':
      return method === 'GET' ? { kind: 'replica' } : passing(prng);
    case 'slow':
      return { kind: 'ok', out: prng.whole(100, 1_500), back: prng.whole(100, 1_500) };
  }
}

function gateway(
  at: 'before' | 'after',
  status: number,
  body: GatewayBody,
): Extract<RequestFault, { kind: 'gateway' }> {
  return { kind: 'gateway', at, status, body };
}

/** Returns only random delays, with which messages are still reordered. */
function passing(prng: Prng): RequestFault {
  return { kind: 'ok', out: prng.whole(1, 40), back: prng.whole(1, 40) };
}
