import type { ValidationViolacao } from 'nestjs-pix';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import { violation } from '../problems/violation.js';
import {
  count,
  headerMap,
  isAnswerTarget,
  isDeliveryTarget,
  jsonValue,
  milliseconds,
  millisecondsOrRange,
  oneOf,
  rate,
  retryAfter,
  textMap,
  whole,
  type FieldCheck,
} from './fault-checks.js';
import type { AnswerFault, DeliveryFault, FaultRule, FaultSelection } from './fault.js';

type Checks = Readonly<Record<string, FieldCheck>>;
type Kind = (AnswerFault | DeliveryFault)['kind'];

const when = oneOf('before', 'after');
/** A final status: after 1xx the client would continue to wait. */
const status = whole(200, 599);
const corruptBody: Checks = { status, when };

/** Fields of each kind. {@link REQUIRED} lists the required ones. */
const KINDS: Readonly<Record<Kind, Checks>> = {
  latency: { ms: millisecondsOrRange, when },
  reset: { at: oneOf('head', 'body'), when },
  hang: { when },
  truncate: corruptBody,
  'wrong-json': corruptBody,
  html: corruptBody,
  empty: corruptBody,
  status: { status, headers: headerMap, body: jsonValue, when },
  'rate-limit': { retryAfter, when },
  'revoke-tokens': { when },
  lose: {},
  duplicate: { times: whole(2, 100) },
  delay: { ms: milliseconds },
};

const REQUIRED: Readonly<Record<string, string>> = {
  latency: 'ms',
  status: 'status',
  delay: 'ms',
};

/** Kinds that apply to the delivery of a notification. */
export const DELIVERY_KINDS: ReadonlySet<string> = new Set<DeliveryFault['kind']>([
  'lose',
  'duplicate',
  'delay',
]);

const SELECTION: Checks & Readonly<Record<Exclude<keyof FaultSelection, 'on'>, FieldCheck>> = {
  params: textMap,
  skip: whole(0),
  count,
  rate,
  seed: whole(0, 2 ** 32 - 1),
};

/**
 * Checks a rule that comes from a test or as JSON from another process, and returns a copy.
 *
 * @throws SimulatorProblem `RequisicaoInvalida` with a violation for each invalid field
 */
export function checkRule(value: unknown): FaultRule {
  // A field that is undefined counts as omitted.
  const fields = Object.entries(value ?? {}).filter(([, field]) => field !== undefined);
  const rule = Object.fromEntries(fields) as Record<string, unknown>;
  const violacoes = [...ruleViolations(rule)];
  if (violacoes.length > 0) throw new SimulatorProblem('RequisicaoInvalida', { violacoes });
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
  const targets = toTargets(on);
  if (targets.length > 0 && targets.every(isDelivery ? isDeliveryTarget : isAnswerTarget)) return;
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
  const checks: Checks = { ...SELECTION, ...KINDS[kind] };
  const required = REQUIRED[kind];
  if (required !== undefined && fields[required] === undefined) {
    yield violation(required, 'é obrigatório');
  }
  for (const [name, field] of Object.entries(fields)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check === undefined) yield violation(name, `não existe em ${kind}`);
    else if (!check.accepts(field)) yield violation(name, check.message);
  }
}

/** Lists the targets of a rule's `on`. A value that is not a text becomes `''`, which is not a valid target. */
function toTargets(on: unknown): string[] {
  return [on].flat().map((target) => (typeof target === 'string' ? target : ''));
}
