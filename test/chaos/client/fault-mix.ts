import { allOperations } from '../../../lib/contract/operations.js';
import type { AnswerFault, FaultRule } from '../../../lib/simulator/index.js';

/** How long a client waits for an answer, in seconds. */
export const READ_LIMIT = 1;

/** Milliseconds that outlast the client's patience: the request takes effect after the client gave up. */
const BEYOND: readonly [number, number] = [READ_LIMIT * 1000 + 200, READ_LIMIT * 1000 + 1500];

/** Longest that a late request is still on its way after its client has given up, in milliseconds. */
export const LATEST = BEYOND[1] + 500;

/** A 429 after the effect is missing on purpose: it says that nothing was done. */
const ANY_ANSWER: readonly AnswerFault[] = [
  { kind: 'reset', when: 'before' },
  { kind: 'reset', when: 'after' },
  { kind: 'reset', at: 'body' },
  { kind: 'hang', when: 'before' },
  { kind: 'hang', when: 'after' },
  { kind: 'latency', ms: BEYOND, when: 'before' },
  { kind: 'latency', ms: BEYOND, when: 'after' },
  ...[500, 502, 503, 504, 408, 409, 425, 520].flatMap((status) => [
    { kind: 'status', status, when: 'before' } as const,
    { kind: 'status', status, when: 'after' } as const,
  ]),
  { kind: 'status', status: 302, headers: { location: '/login' }, when: 'after' },
  { kind: 'rate-limit', retryAfter: 0, when: 'before' },
  { kind: 'rate-limit', retryAfter: 1, when: 'before' },
  // A 204 has no body, so that nothing would be left of a spoiled one.
  { kind: 'truncate', status: 200, when: 'before' },
  { kind: 'truncate', status: 200, when: 'after' },
  { kind: 'html', status: 200, when: 'before' },
  { kind: 'html', status: 200, when: 'after' },
];

/** Successes that mean nothing. An operation whose answer is empty could not tell them from its own. */
const JSON_ANSWER: readonly AnswerFault[] = [
  { kind: 'wrong-json', when: 'before' },
  { kind: 'wrong-json', when: 'after' },
  { kind: 'empty', when: 'before' },
  { kind: 'empty', when: 'after' },
  { kind: 'status', status: 200, body: {}, when: 'before' },
  { kind: 'status', status: 200, body: { mensagem: 'manutenção programada' }, when: 'before' },
];

const withJson = allOperations
  .filter(({ responseBody }) => responseBody === 'json')
  .map(({ id }) => id);

/**
 * Rules that strike about `share` of all requests to the API, reads included, each kind as often as the next, and token
 * requests with what leaves the call unsent.
 */
export function faultMix(share: number, seed: number): FaultRule[] {
  const kinds = [
    ...ANY_ANSWER.map((fault) => ({ ...fault, on: 'api' })),
    ...JSON_ANSWER.map((fault) => ({ ...fault, on: withJson })),
  ];
  const rate = share / kinds.length;
  const rules: FaultRule[] = kinds.map((fault, index) => ({ ...fault, rate, seed: seed + index }));
  return [
    ...rules,
    // It strikes every process: a token that lives too short for a call makes it fail, definitely.
    { on: 'api', kind: 'revoke-tokens', rate: rate / 10, seed },
    { on: 'token', kind: 'status', status: 503, rate: share / 2, seed },
    { on: 'token', kind: 'reset', rate: share / 2, seed: seed + 1 },
  ];
}
