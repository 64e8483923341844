import type { AnswerFault } from '../../../devkit/simulator/index.js';
import type { PixRequestOptions } from '../../../lib/index.js';

/** A fault, or a read that still returns the state before the call. */
export type Step = AnswerFault | 'stale';

/** The faults of one call. */
export interface Scenario {
  readonly name: string;
  /** Faults of the attempts to write, in order; later attempts pass. */
  readonly writes: readonly AnswerFault[];
  /** The same for reads of the record. */
  readonly reads?: readonly Step[];
  /** The fault of every token request. */
  readonly tokens?: AnswerFault;
  /** Options of the call. */
  readonly options?: () => PixRequestOptions;
  /** Every later write or read fails like the last one. */
  readonly forever?: boolean;
  /** Whether waiting does not help: an unknown outcome may stay unknown. Default: false. */
  readonly mayStayUnknown?: boolean;
}

/** A client's time limit for one attempt, in seconds. */
export const READ_LIMIT = 0.25;

/** A 204 has no body, so there would be nothing left to truncate. */
const WITH_BODY = { status: 200 };

const BEYOND = READ_LIMIT * 1000 + 100;

/** Statuses with which a bank reports that it did nothing. */
const REFUSALS = [400, 403, 404, 422, 429];

const status = (code: number, when: 'before' | 'after'): AnswerFault => ({
  kind: 'status',
  status: code,
  when,
});

const reset = (when: 'before' | 'after'): AnswerFault => ({ kind: 'reset', when });

/** The bank lost the request or its response. The response does not show whether the request took effect. */
const UNKNOWN_STATUSES = [
  ...[300, 301, 302, 303, 307, 308],
  ...[402, 405, 406, 407, 408, 409, 410, 411, 412, 413, 415, 418, 421, 423, 424, 425, 428, 431],
  ...[451, 460, 499],
  ...[
    500, 501, 502, 503, 504, 505, 507, 508, 511, 520, 521, 522, 523, 524, 525, 526, 527, 530, 599,
  ],
];

const statuses: Scenario[] = [
  ...UNKNOWN_STATUSES.flatMap((code) =>
    (['before', 'after'] as const).map((when) => ({
      name: `${code} ${when} the effect`,
      writes: [status(code, when)],
    })),
  ),
  ...REFUSALS.map((code) => ({ name: `${code}`, writes: [status(code, 'before')] })),
];

const broken: Scenario[] = [
  { name: 'a reset before the effect', writes: [reset('before')] },
  { name: 'a reset after the effect', writes: [reset('after')] },
  { name: 'a reset in the body of the response', writes: [{ kind: 'reset', at: 'body' }] },
  { name: 'no response and no effect', writes: [{ kind: 'hang', when: 'before' }] },
  { name: 'no response after the effect', writes: [{ kind: 'hang', when: 'after' }] },
  { name: 'a request that arrives late', writes: [{ kind: 'latency', ms: BEYOND }] },
  {
    name: 'a response that arrives late',
    writes: [{ kind: 'latency', ms: BEYOND, when: 'after' }],
  },
  ...(['truncate', 'html'] as const).flatMap((kind) =>
    (['before', 'after'] as const).map((when) => ({
      name: `a success with ${kind === 'html' ? 'a page' : 'half a body'}, ${when} the effect`,
      writes: [{ kind, when, ...WITH_BODY }],
    })),
  ),
  { name: 'a token that was revoked', writes: [{ kind: 'revoke-tokens' }] },
];

/** Two faults in one call: the second must not hide the first. */
const repeated: Scenario[] = [
  ...REFUSALS.map((code) => ({
    name: `no response after the effect, then ${code}`,
    writes: [reset('after'), status(code, 'before')],
  })),
  ...[409, 503].map((code) => ({
    name: `${code} after the effect, then ${code} before it`,
    writes: [status(code, 'after'), status(code, 'before')],
  })),
  {
    name: 'no effect, then an effect without a response',
    writes: [reset('before'), reset('after')],
  },
  {
    name: '429, then an effect without a response',
    writes: [status(429, 'before'), reset('after')],
  },
  {
    name: 'a request that arrives late, then 503',
    writes: [{ kind: 'latency', ms: BEYOND }, status(503, 'before')],
  },
  {
    name: 'a request that arrives late, then 400',
    writes: [{ kind: 'latency', ms: BEYOND }, status(400, 'before')],
    mayStayUnknown: true,
  },
];

const READ_FAULTS: AnswerFault[] = [
  status(503, 'before'),
  status(403, 'before'),
  reset('before'),
  { kind: 'hang' },
  { kind: 'html' },
  { kind: 'truncate' },
  { kind: 'empty' },
  { kind: 'wrong-json' },
  { kind: 'status', status: 200, body: {} },
  { kind: 'status', status: 200, body: { mensagem: 'manutenção programada' } },
  { kind: 'status', status: 200, body: { status: 500, title: 'Erro interno' } },
];

const readBacks: Scenario[] = [
  ...READ_FAULTS.flatMap((fault) =>
    (['before', 'after'] as const).map((when) => ({
      name: `a reset ${when} the effect, then a read with ${JSON.stringify(fault)}`,
      writes: [reset(when)],
      reads: [fault],
      mayStayUnknown: true,
    })),
  ),
  ...(['before', 'after'] as const).map((when) => ({
    name: `a reset ${when} the effect, then reads that always fail`,
    writes: [reset(when)],
    reads: [status(503, 'before')],
    forever: true,
    mayStayUnknown: true,
  })),
];

/** Reads from a delayed replica. */
const lags: Scenario[] = [
  ...[reset('after'), status(503, 'after'), { kind: 'hang', when: 'after' } as const],
  { kind: 'latency', ms: BEYOND } as const,
].flatMap((fault) => [
  { name: `${JSON.stringify(fault)}, then a stale read`, writes: [fault], reads: ['stale'] },
  {
    name: `${JSON.stringify(fault)}, then two stale reads`,
    writes: [fault],
    reads: ['stale', 'stale'],
    mayStayUnknown: true,
  },
]);

/** Only failures. */
const outages: Scenario[] = [
  status(503, 'before'),
  status(503, 'after'),
  status(429, 'before'),
  status(409, 'after'),
  reset('before'),
  reset('after'),
  { kind: 'html', when: 'before', ...WITH_BODY } as const,
  { kind: 'html', when: 'after', ...WITH_BODY } as const,
].map((fault) => ({
  name: `${JSON.stringify(fault)}, every time`,
  writes: [fault],
  forever: true,
  mayStayUnknown: !('when' in fault && fault.when === 'after'),
}));

/** No token, so no request is sent. */
const noTokens: Scenario[] = [
  status(400, 'before'),
  status(401, 'before'),
  status(503, 'before'),
  reset('before'),
  { kind: 'html' } as const,
  { kind: 'hang' } as const,
].map((fault) => ({
  name: `no token: ${JSON.stringify(fault)}`,
  writes: [],
  tokens: fault,
  options: () => ({ deadline: 2 }),
}));

/** The caller or the deadline ends the call while its request is in flight. */
const givenUp: Scenario[] = [
  { name: 'an abort', options: () => ({ signal: AbortSignal.timeout(60) }) },
  { name: 'a deadline', options: () => ({ deadline: 0.1 }) },
].flatMap(({ name, options }) =>
  (
    [
      { kind: 'latency', ms: 200 },
      { kind: 'latency', ms: 200, when: 'after' },
      { kind: 'hang' },
    ] satisfies AnswerFault[]
  ).map((fault) => ({
    name: `${name} during ${JSON.stringify(fault)}`,
    writes: [fault],
    options,
    mayStayUnknown: true,
  })),
);

/** Every scenario that applies to every kind of write. */
export const scenarios: readonly Scenario[] = [
  ...statuses,
  ...broken,
  ...repeated,
  ...readBacks,
  ...lags,
  ...outages,
  ...noTokens,
  ...givenUp,
];

/** Successes without content. An operation with an empty response cannot distinguish them from its own. */
export const oddSuccesses: readonly Scenario[] = (['before', 'after'] as const).flatMap((when) => [
  { name: `an empty success ${when} the effect`, writes: [{ kind: 'empty', when }] },
  { name: `a list as a success ${when} the effect`, writes: [{ kind: 'wrong-json', when }] },
  ...[{}, { mensagem: 'manutenção programada' }, { status: 500 }].map((body): Scenario => ({
    name: `the success ${JSON.stringify(body)} ${when} the effect`,
    writes: [{ kind: 'status', status: 200, body, when }],
  })),
]);

/** Successes that name another record than the requested one. */
export const otherRecords: readonly Scenario[] = (['before', 'after'] as const).flatMap((when) =>
  [
    { id: 999_999_999 },
    { txid: '0'.repeat(26) },
    { idRec: 'RN0000000020261121aaaaaaaaaaa', idSolicRec: 'SC0000000020261121aaaaaaaaaaa' },
  ].map((body) => ({
    name: `the success ${JSON.stringify(body)} ${when} the effect`,
    writes: [{ kind: 'status', status: 200, body, when }],
  })),
);
