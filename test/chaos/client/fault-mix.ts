import type { AnswerFault, FaultRule } from '../../../devkit/simulator/index.js';
import { allOperations } from '../../../lib/contract/index.js';

/**
 * Time limit of the client for a response, in seconds. A shorter one ends most calls of a busy machine, and each repeat
 * keeps the bank busier.
 */
export const READ_LIMIT = 3;

/** Delays in milliseconds beyond the client's time limit: the request takes effect after the client gave up. */
const BEYOND: readonly [number, number] = [READ_LIMIT * 1000 + 200, READ_LIMIT * 1000 + 1500];

/** Longest time that a late request is in flight after its client has given up, in milliseconds. */
export const LATEST = BEYOND[1] + 500;

/** Does not contain a 429 after the effect, because a 429 means that nothing was done. */
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
  // A 204 has no body, so there would be nothing left to truncate.
  { kind: 'truncate', status: 200, when: 'before' },
  { kind: 'truncate', status: 200, when: 'after' },
  { kind: 'html', status: 200, when: 'before' },
  { kind: 'html', status: 200, when: 'after' },
];

/** Successes without content. An operation with an empty response cannot distinguish them from its own. */
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
 * Returns rules that apply to about `share` of all API requests, reads included, in equal parts, and to token requests
 * with faults that prevent the call.
 */
export function buildFaultMix(share: number, seed: number): FaultRule[] {
  const kinds = [
    ...ANY_ANSWER.map((fault) => ({ ...fault, on: 'api' })),
    ...JSON_ANSWER.map((fault) => ({ ...fault, on: withJson })),
  ];
  const rate = share / kinds.length;
  const rules: FaultRule[] = kinds.map((fault, index) => ({ ...fault, rate, seed: seed + index }));
  return [
    ...rules,
    // It applies to every process: a call fails definitely when its token expires before it is used.
    { on: 'api', kind: 'revoke-tokens', rate: rate / 10, seed },
    { on: 'token', kind: 'status', status: 503, rate: share / 2, seed },
    { on: 'token', kind: 'reset', rate: share / 2, seed: seed + 1 },
  ];
}
