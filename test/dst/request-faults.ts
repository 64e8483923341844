import { Prng, seedOf } from './prng.js';

/** What the network does to one request and its response. Times are milliseconds. */
export type Fate =
  | { readonly kind: 'ok'; readonly out: number; readonly back: number }
  /** No connection: nothing leaves the client. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'connect-timeout' }
  /** The connection breaks: before the request arrives, after its effect, or in the middle of the response. */
  | { readonly kind: 'reset'; readonly at: 'before' | 'after' | 'body'; readonly stale: boolean }
  /** No response, and the request never arrives, or it does. */
  | { readonly kind: 'hang'; readonly at: 'before' | 'after' }
  /** The request arrives late, when the client has mostly given up. */
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
  /** A read is answered from a replica that lags behind. */
  | { readonly kind: 'replica' };

export type GatewayBody = 'problem' | 'html' | 'empty' | 'truncated' | 'array' | 'notice' | 'other';

type FateKind = (typeof FATE_KINDS)[number];

/** What a run can be plagued by. Each run gets some of these, so that rare combinations come up. */
export const FATE_KINDS = [
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
/** Statuses that a gateway answers with after the provider has done the work. */
const AFTER = [500, 502, 503, 503, 504, 408, 409, 425, 499, 520, 522, 524, 501, 302] as const;

/** What the request is, as far as its fate depends on it. */
export interface FateSubject {
  readonly method: string;
  readonly isToken: boolean;
  /** Whether its success has no body, so that any success status is believed. */
  readonly isEmpty: boolean;
}

/** What a run is plagued by. */
export interface Plague {
  /** How likely something happens to a request. */
  readonly rate: number;
  readonly kinds: readonly FateKind[];
  /** Whether only such things happen that pass: a client that is patient enough gets through. */
  readonly passing: boolean;
}

/** Answers that a client takes for certain: asking again would not help. */
const FINAL: ReadonlySet<FateKind> = new Set(['forbidden', 'gateway-400']);
const FINAL_FOR_TOKENS: ReadonlySet<FateKind> = new Set(['unreadable', 'notice']);

/** Draws the fate of a request. The draw depends on the seed and the key alone. */
export function drawFate(
  seed: number,
  key: string,
  { method, isToken, isEmpty }: FateSubject,
  plague: Plague,
): Fate {
  const prng = new Prng(seedOf(seed, 'fate', key));
  if (plague.kinds.length === 0 || !prng.chance(plague.rate)) return passing(prng);
  const kind = prng.pick(plague.kinds);
  if (plague.passing && (FINAL.has(kind) || (isToken && FINAL_FOR_TOKENS.has(kind)))) {
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
      // A gateway that repeats a write hides its effect behind the refusal of the copy, and no client can tell.
      return method === 'GET' ? { kind: 'twice', again: prng.whole(1, 500) } : passing(prng);
    case 'gateway-before':
      return gateway('before', prng.pick(BEFORE), prng.pick(['problem', 'html', 'empty'] as const));
    case 'gateway-after':
      return gateway(
        'after',
        prng.pick(plague.passing && (isToken || method === 'GET') ? BEFORE : AFTER),
        prng.pick(['problem', 'html', 'empty'] as const),
      );
    case 'limited': {
      const limited = gateway('before', 429, 'problem');
      return prng.chance(0.5)
        ? limited
        : { ...limited, retryAfter: prng.pick(plague.passing ? [0, 1, 2] : [0, 1, 2, 20]) };
    }
    case 'unreadable':
      return gateway(
        prng.chance(0.5) || isToken || isEmpty ? 'after' : 'before',
        200,
        prng.pick(['html', 'empty', 'truncated', 'array'] as const),
      );
    case 'notice':
      // A page of the provider's gateway with a success status, or the answer to another request.
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
): Extract<Fate, { kind: 'gateway' }> {
  return { kind: 'gateway', at, status, body };
}

/** Nothing goes wrong, and messages overtake one another all the same. */
function passing(prng: Prng): Fate {
  return { kind: 'ok', out: prng.whole(1, 40), back: prng.whole(1, 40) };
}
