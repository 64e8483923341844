// The faults of calls and deliveries, what a rule selects, and the checks of a rule.
import type { ValidationViolacao } from 'nestjs-pix';
import { isObject, LONGEST_TIMER_MS } from 'nestjs-pix/internal';
import { allOperations, operationName, providerOperations } from 'nestjs-pix/spec';
import { oneOf, required, type FieldRule, type FieldRules } from '../families/fields.js';
import { refuse, violation } from '../families/problems.js';
import { MAX_JSON_DEPTH } from '../http/messages.js';

/**
 * Where a fault applies: an operation by name (`PUT /cob/{txid}`) or id (`cob.createWithTxid`), a
 * family (`cob`), every operation (`api`), the token endpoint (`token`), or webhook deliveries of
 * all kinds or of one kind (`delivery`, `delivery:pix`, `delivery:rec`, `delivery:cobr`).
 */
export type FaultTarget = string;

/**
 * Selects the requests that a fault applies to. The same sequence of requests always gives the same
 * selection.
 */
export interface FaultSelection {
  /** Targets of the fault. Default: `api`, or `delivery` for faults of deliveries. */
  on?: FaultTarget | readonly FaultTarget[];
  /**
   * Values of path parameters, to apply the fault to one record only: `{ txid: '…' }`. Default:
   * any.
   */
  params?: Readonly<Record<string, string>>;
  /** Number of matching requests to skip first. Default: 0. */
  skip?: number;
  /** Number of requests to apply the fault to. Default: 1, or `always` with a {@link rate}. */
  count?: number | 'always';
  /**
   * Share of the matching requests to apply the fault to, from 0 to 1, drawn at random from
   * {@link seed}. Default: 1.
   */
  rate?: number;
  /**
   * Seed of the random draws, an integer from 0 to 2³² - 1. The same seed gives the same requests
   * and latencies. Default: the position of the fault (1, 2, …): several
   * faults draw independently.
   */
  seed?: number;
}

/**
 * When a fault applies. `before`: instead of the operation, which then has no effect. `after`:
 * after the operation has taken effect, so that for example a charge exists and the client has no
 * response for it. A call that the simulator refuses has no effect, and an `after` fault does not
 * apply to it.
 */
export type FaultMoment = 'before' | 'after';

/** Delays the response, by the machine's clock. */
interface LatencyFault {
  kind: 'latency';
  /** Milliseconds: one number, or a range to draw from. */
  ms: number | readonly [min: number, max: number];
  /** Default: `before`. */
  when?: FaultMoment;
}

/**
 * Resets the TCP connection: before the response (`head`), or in the middle of its body (`body`).
 */
interface ResetFault {
  kind: 'reset';
  /** Default: `head`. */
  at?: 'head' | 'body';
  /** Default: `before`, or `after` with `at: 'body'`. */
  when?: FaultMoment;
}

/** Sends no response and keeps the connection open. */
interface HangFault {
  kind: 'hang';
  /** Default: `before`. */
  when?: FaultMoment;
}

/**
 * Replaces the body of a success: half of the JSON, JSON of another shape, HTML, or an empty body.
 */
interface CorruptBodyFault {
  kind: 'truncate' | 'wrong-json' | 'html' | 'empty';
  /** HTTP status. Default: the success status of the operation. */
  status?: number;
  /** Default: `after`. */
  when?: FaultMoment;
}

/** Sends a response with a chosen status, headers and body. */
export interface StatusFault {
  kind: 'status';
  /** From 200 to 599. */
  status: number;
  headers?: Readonly<Record<string, string>>;
  /**
   * A text is sent unchanged, any other value as JSON. Default: an RFC 7807 problem, or empty for a
   * status below 400.
   */
  body?: unknown;
  /** Default: `before`. */
  when?: FaultMoment;
}

/** Sends 429 with `Retry-After`. */
interface RateLimitFault {
  kind: 'rate-limit';
  /** Seconds, or an HTTP date. Default: 1. */
  retryAfter?: number | string;
  /** Default: `before`. */
  when?: FaultMoment;
}

/** Revokes every access token: `before` the call, which then fails with 401, or `after` it. */
interface RevokeTokensFault {
  kind: 'revoke-tokens';
  /** Default: `before`. */
  when?: FaultMoment;
}

/** Records a webhook delivery without sending it. */
interface LoseFault {
  kind: 'lose';
}

/** Sends a webhook delivery several times, with any response of the receiver. */
interface DuplicateFault {
  kind: 'duplicate';
  /** Total number of deliveries, from 2 to 100. Default: 2. */
  times?: number;
}

/**
 * Delays a webhook delivery, by the simulator's clock, so that a later delivery can arrive before
 * it.
 */
interface DelayFault {
  kind: 'delay';
  /** Milliseconds. */
  ms: number;
}

/** A fault of a call or of the token endpoint. */
export type AnswerFault =
  | LatencyFault
  | ResetFault
  | HangFault
  | CorruptBodyFault
  | StatusFault
  | RateLimitFault
  | RevokeTokensFault;

/** A fault of a webhook delivery. */
export type DeliveryFault = LoseFault | DuplicateFault | DelayFault;

/** A fault and the requests that it applies to: the parameter of `control.faults.add`. */
export type FaultRule = FaultSelection & (AnswerFault | DeliveryFault);

/** An added fault with its counts. */
export interface Fault {
  readonly id: number;
  readonly rule: FaultRule;
  /** Number of requests that it matched. */
  readonly seen: number;
  /** Number of requests that it was applied to. */
  readonly struck: number;
  /** Whether it has reached its `count` and no longer applies. */
  readonly spent: boolean;
}

const DELIVERY_TARGETS: ReadonlySet<string> = new Set([
  'delivery',
  'delivery:pix',
  'delivery:rec',
  'delivery:cobr',
]);

const operations = [...allOperations, ...providerOperations];

const ANSWER_TARGETS: ReadonlySet<string> = new Set([
  'api',
  'token',
  ...operations.flatMap((operation) => [operation.family, operation.id, operationName(operation)]),
]);

function whole(min: number, max = Number.MAX_SAFE_INTEGER): FieldRule {
  return {
    accepts: (value) => Number.isInteger(value) && between(value, min, max),
    rule:
      max === Number.MAX_SAFE_INTEGER
        ? `deve ser um número inteiro a partir de ${min}`
        : `deve ser um número inteiro de ${min} a ${max}`,
  };
}

const milliseconds: FieldRule = {
  accepts: (value) => between(value, 0, LONGEST_TIMER_MS),
  rule: 'deve ser um número de milissegundos',
};

const millisecondsOrRange: FieldRule = {
  accepts: (value) =>
    milliseconds.accepts(value) ||
    (Array.isArray(value) &&
      value.length === 2 &&
      value.every((end) => milliseconds.accepts(end)) &&
      (value[0] as number) <= (value[1] as number)),
  rule: 'deve ser um número de milissegundos ou um intervalo [mínimo, máximo]',
};

const count: FieldRule = {
  accepts: (value) => value === 'always' || whole(1).accepts(value),
  rule: 'deve ser um número inteiro a partir de 1, ou "always"',
};

const rate: FieldRule = {
  accepts: (value) => between(value, 0, 1),
  rule: 'deve ser um número de 0 a 1',
};

const textMap: FieldRule = {
  accepts: (value) =>
    isObject(value) && Object.values(value).every((item) => typeof item === 'string'),
  rule: 'deve ser um objeto de textos',
};

/**
 * Accepts the headers that Node can send: names and values of RFC 9110, sections 5.1 and 5.5,
 * without `Trailer`.
 */
const headerMap: FieldRule = {
  accepts: (value) =>
    textMap.accepts(value) &&
    Object.entries(value as Record<string, string>).every(
      ([name, text]) =>
        /^[!#$%&'*+.^`|~\w-]+$/.test(name) &&
        name.toLowerCase() !== 'trailer' &&
        /^[\t\x20-\x7e\x80-\xff]*$/.test(text),
    ),
  rule: 'deve ser um objeto de cabeçalhos HTTP válidos, sem Trailer',
};

const retryAfter: FieldRule = {
  accepts: (value) =>
    whole(0).accepts(value) || (typeof value === 'string' && /^[\w ,:+-]+$/.test(value)),
  rule: 'deve ser um número inteiro de segundos ou uma data HTTP',
};

/** Accepts values that can be copied and written as JSON. */
const jsonValue: FieldRule = {
  accepts: (value) => isJson(value, MAX_JSON_DEPTH),
  rule: `deve ser um valor JSON com até ${MAX_JSON_DEPTH} níveis`,
};

function isJson(value: unknown, levels: number): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value !== 'object') return ['string', 'number', 'boolean'].includes(typeof value);
  return levels > 0 && Object.values(value).every((member) => isJson(member, levels - 1));
}

function between(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && value >= min && value <= max;
}

type Kind = (AnswerFault | DeliveryFault)['kind'];

const when = oneOf('before', 'after');
/** A final status: after 1xx the client would continue to wait. */
const status = whole(200, 599);
const corruptBody: FieldRules = { status, when };

/** Fields of each kind. */
const KINDS: Readonly<Record<Kind, FieldRules>> = {
  latency: { ms: required(millisecondsOrRange), when },
  reset: { at: oneOf('head', 'body'), when },
  hang: { when },
  truncate: corruptBody,
  'wrong-json': corruptBody,
  html: corruptBody,
  empty: corruptBody,
  status: { status: required(status), headers: headerMap, body: jsonValue, when },
  'rate-limit': { retryAfter, when },
  'revoke-tokens': { when },
  lose: {},
  duplicate: { times: whole(2, 100) },
  delay: { ms: required(milliseconds) },
};

/** Kinds that apply to the delivery of a notification. */
export const DELIVERY_KINDS: ReadonlySet<string> = new Set<DeliveryFault['kind']>([
  'lose',
  'duplicate',
  'delay',
]);

const SELECTION: FieldRules & Readonly<Record<Exclude<keyof FaultSelection, 'on'>, FieldRule>> = {
  params: textMap,
  skip: whole(0),
  count,
  rate,
  seed: whole(0, 2 ** 32 - 1),
};

/**
 * FieldRules a rule that comes from a test or as JSON from another process, and returns a copy.
 *
 * @throws SimulatorProblem `RequisicaoInvalida` with a violation for each invalid field
 */
export function checkRule(value: unknown): FaultRule {
  // A field that is undefined counts as omitted.
  const fields = Object.entries(value ?? {}).filter(([, field]) => field !== undefined);
  const rule = Object.fromEntries(fields) as Record<string, unknown>;
  const violacoes = [...ruleViolations(rule)];
  refuse('RequisicaoInvalida', violacoes);
  return structuredClone<object>(rule) as FaultRule;
}

/** Yields the violations of a rule. */
export function* ruleViolations(rule: Record<string, unknown>): Generator<ValidationViolacao> {
  const { kind, on, ...fields } = rule;
  if (!isKind(kind)) {
    yield violation('kind', `deve ser ${Object.keys(KINDS).join(', ')}`);
    return;
  }
  if (on !== undefined) yield* targetViolations(kind, on);
  yield* fieldViolations(kind, fields);
}

function isKind(kind: unknown): kind is Kind {
  return typeof kind === 'string' && Object.hasOwn(KINDS, kind);
}

function* targetViolations(kind: Kind, on: unknown): Generator<ValidationViolacao> {
  const isDelivery = DELIVERY_KINDS.has(kind);
  const targets: unknown[] = [on].flat();
  const known = isDelivery ? DELIVERY_TARGETS : ANSWER_TARGETS;
  if (targets.length > 0 && targets.every((target) => known.has(target as string))) return;
  yield violation(
    'on',
    isDelivery
      ? 'deve ser delivery, delivery:pix, delivery:rec ou delivery:cobr'
      : 'deve ser uma operação ("PUT /cob/{txid}"), uma família ("cob"), api ou token',
  );
}

function* fieldViolations(
  kind: Kind,
  fields: Readonly<Record<string, unknown>>,
): Generator<ValidationViolacao> {
  const checks: FieldRules = { ...SELECTION, ...KINDS[kind] };
  for (const [name, { missing }] of Object.entries(checks)) {
    if (missing !== undefined && fields[name] === undefined) yield violation(name, missing);
  }
  for (const [name, field] of Object.entries(fields)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check === undefined) yield violation(name, `não existe em ${kind}`);
    else if (!check.accepts(field)) yield violation(name, check.rule);
  }
}
