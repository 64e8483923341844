import { getLabel, rawJson } from './elements.js';
import { ago, formatDuration, formatInstant, formatMoment, formatMoney } from './format.js';
import { attemptList } from './list.js';
import { html, nothing } from './lit.js';

/** @import { DeliveryAttempt, WebhookDelivery } from '../../domain/deliveries.js' */

export const KINDS = { pix: 'Pix', rec: 'Recorrência', cobr: 'Cobrança recorrente' };
/** @type {Readonly<Record<string, string>>} */
const ERRORS = {
  LOST: 'perdida (falha simulada)',
  TIMEOUT: 'sem resposta a tempo',
  ECONNREFUSED: 'conexão recusada',
  ECONNRESET: 'conexão interrompida',
  ENOTFOUND: 'endereço desconhecido',
};

/** @param {WebhookDelivery} delivery */
export function describeEvent({ kind, body }) {
  const { valor, status, devolucoes } = findEvent(body);
  const refund = devolucoes?.at(-1);
  if (refund !== undefined) {
    return `Devolução de ${formatMoney(refund.valor)}: ${getLabel(refund.status).toLowerCase()}`;
  }
  if (kind === 'pix') return `Pix de ${formatMoney(valor)} recebido`;
  return `${KINDS[kind]} ${getLabel(status ?? '').toLowerCase()}`;
}

/** @param {unknown} body */
export function findId(body) {
  const { txid, idRec, endToEndId } = findEvent(body);
  return txid ?? idRec ?? endToEndId ?? '';
}

/**
 * Returns the first event of a notification, which is a list, or an object with one list.
 *
 * @param {unknown} body
 * @returns {{ txid?: string, idRec?: string, endToEndId?: string, valor?: string, status?: string, devolucoes?: { valor: string, status: string }[] }}
 */
function findEvent(body) {
  const [events] = Array.isArray(body) ? [body] : Object.values(Object(body));
  return events?.[0] ?? {};
}

/** When the next attempt is due. @param {WebhookDelivery} delivery */
export function nextAttempt({ state, dueAt }) {
  return state === 'pending' && dueAt !== undefined
    ? html`<span>próxima tentativa ${ago(dueAt)}</span>`
    : nothing;
}

/** The attempts of a delivery, its body, and what the application answered. @param {WebhookDelivery} delivery */
export function deliverySteps({ attempts, body }) {
  const answers = attempts.flatMap(({ response }) => (response === undefined ? [] : [response]));
  return html`${attemptList(attempts.map(attempt))} ${rawJson(body, 'Corpo')}
  ${answers.length === 0 ? nothing : rawJson(answers.join('\n\n'), 'Resposta da aplicação')}`;
}

/** @param {DeliveryAttempt} attempt */
function attempt({ at, status, error, duration }) {
  const result = status === undefined ? error && (ERRORS[error] ?? error) : String(status);
  const isGood = status !== undefined && status >= 200 && status < 300;
  const latency = duration === undefined ? '' : ` em ${formatDuration(duration)}`;
  return {
    tone: result === undefined ? 'waiting' : isGood ? 'good' : 'bad',
    label: result === undefined ? '…' : result + latency,
    at,
    text: formatMoment(at),
    title: formatInstant(at),
  };
}
