/** @import { FaultRule } from '../../faults/rules.js' */

/** @typedef {'at' | 'body' | 'ms' | 'retryAfter' | 'status' | 'times' | 'when'} FaultField */

/** @typedef {{ [Field in FaultField]?: any }} AnyFields */

/**
 * Label and fields of each kind of fault.
 *
 * @type {Readonly<Record<FaultRule['kind'], [label: string, fields: FaultField[]]>>}
 */
export const KINDS = {
  reset: ['Conexão interrompida', ['at', 'when']],
  hang: ['Sem resposta', ['when']],
  latency: ['Resposta lenta', ['ms', 'when']],
  status: ['Outro status', ['status', 'body', 'when']],
  'rate-limit': ['Limite de requisições (429)', ['retryAfter', 'when']],
  html: ['HTML no lugar de JSON', ['when']],
  truncate: ['JSON cortado', ['when']],
  'wrong-json': ['JSON de outra forma', ['when']],
  empty: ['Corpo vazio', ['when']],
  'revoke-tokens': ['Tokens revogados', ['when']],
  lose: ['Webhook perdido', []],
  duplicate: ['Webhook repetido', ['times']],
  delay: ['Webhook atrasado', ['ms']],
};

const DELIVERY = new Set(['lose', 'duplicate', 'delay']);
const CORRUPTS_BODY = new Set(['html', 'truncate', 'wrong-json', 'empty']);

/** @param {string} kind */
export function affectsDeliveries(kind) {
  return DELIVERY.has(kind);
}

/**
 * The default timing of a kind of fault.
 *
 * @param {string} kind
 * @param {string} [at]
 */
export function usualMoment(kind, at) {
  return CORRUPTS_BODY.has(kind) || at === 'body' ? 'after' : 'before';
}

/**
 * Describes a rule.
 *
 * @param {FaultRule} rule
 */
export function describe(rule) {
  const { status, ms, at, when, retryAfter, times } = /** @type {AnyFields} */ (rule);
  const [label] = KINDS[rule.kind];
  const isAfter = (when ?? usualMoment(rule.kind, at)) === 'after';
  return [
    label,
    status,
    ms !== undefined && (Array.isArray(ms) ? `${ms[0]} a ${ms[1]} ms` : `${ms} ms`),
    retryAfter !== undefined && `Retry-After ${retryAfter}`,
    times && `${times} vezes`,
    at === 'body' && 'no meio do corpo',
    !affectsDeliveries(rule.kind) && (isAfter ? 'depois do efeito' : 'antes do efeito'),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** @param {FaultRule} rule */
export function howOften({ count, rate, skip }) {
  const always = count === 'always' || (count === undefined && rate !== undefined);
  const times = count === undefined || count === 1 ? 'uma vez' : `${count} vezes`;
  return [
    rate !== undefined && `${(rate * 100).toLocaleString('pt-BR')}% das vezes`,
    always ? rate === undefined && 'sempre' : times,
    skip && `depois de ${skip}`,
  ]
    .filter(Boolean)
    .join(', ');
}
