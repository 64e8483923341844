import { api } from './api.js';
import { act } from './drawer.js';
import { button, emptyState, pill, rawJson } from './elements.js';
import { ago, formatTime } from './format.js';
import { attemptList, head, list } from './list.js';
import { html, nothing } from './lit.js';
import { Pager } from './pager.js';

/** @import { DeliveryList, WebhookAddress, WebhookList } from '../../control-api/answers.js' */
/** @import { DeliveryAttempt, WebhookDelivery } from '../../domain/webhook/delivery.js' */
/** @import { View } from './view.js' */

const KINDS = { pix: 'Pix', rec: 'Recorrência', cobr: 'Cobrança recorrente' };
/** @type {Readonly<Record<string, string>>} */
const ERRORS = {
  LOST: 'perdida (falha simulada)',
  TIMEOUT: 'sem resposta a tempo',
  ECONNREFUSED: 'conexão recusada',
  ECONNRESET: 'conexão interrompida',
  ENOTFOUND: 'endereço desconhecido',
};

const pager = new Pager();

/**
 * Registered webhooks, and deliveries with their attempts.
 *
 * @type {View<WebhookList & DeliveryList>}
 */
export const webhooks = {
  id: 'webhooks',
  topic: 'webhooks',
  title: 'Webhooks',

  load: () => api.webhooks(pager.limit),

  /** Counts the deliveries that have not succeeded. */
  count: ({ deliveries }) => deliveries.filter(({ state }) => state !== 'delivered').length,

  render(data) {
    const addresses = data?.webhooks ?? [];
    const isMore = data !== undefined && data.deliveries.length < data.total;
    return html`<section class="view">
      ${head('Webhooks')}
      <ul class="addresses" ?hidden=${addresses.length === 0}>
        ${addresses.map(address)}
      </ul>
      ${list(
        data?.deliveries,
        ({ id }) => id,
        row,
        () => noDeliveries(addresses.length > 0),
        pager.button(isMore),
      )}
    </section>`;
  },
};

/** @param {WebhookAddress} webhook */
function address({ kind, chave, url }) {
  return html`<li>
    <span class="tag">${KINDS[kind]}</span><code>${url}</code>
    ${chave ? html`<span>chave ${chave}</span>` : nothing}
  </li>`;
}

/** @param {WebhookDelivery} delivery */
function row({ id, kind, url, state, attempts, dueAt, body }) {
  const again = button(
    state === 'pending' ? 'Entregar já' : 'Reenviar',
    () => act(() => api.redeliver(id), 'Entrega em andamento.'),
    { kind: state === 'failed' ? 'sun' : 'plain', icon: 'resend' },
  );
  const isDue = state === 'pending' && dueAt !== undefined;
  return html`<li class="row tall">
    <div class="row-state">${pill(state)}</div>
    <div class="row-main">
      <p class="row-title">Evento ${id}: ${describeEvent(kind, body)}</p>
      <p class="row-note">
        <code>${url}</code>
        ${isDue ? html`<span>próxima tentativa ${ago(dueAt)}</span>` : nothing}
      </p>
      ${attemptList(attempts.map(attempt))} ${rawJson(body, 'Corpo')}
    </div>
    <div class="row-actions">${again}</div>
  </li>`;
}

/**
 * @param {WebhookDelivery['kind']} kind
 * @param {unknown} body
 */
function describeEvent(kind, body) {
  const events = Array.isArray(body) ? body : Object.values(Object(body))[0];
  const [event] = events ?? [];
  const status = event?.devolucoes?.at(-1)?.status ?? event?.status;
  return [KINDS[kind], event?.txid ?? event?.idRec ?? event?.endToEndId, status]
    .filter(Boolean)
    .join(' · ');
}

/** @param {DeliveryAttempt} attempt */
function attempt({ at, status, error }) {
  const result = status === undefined ? error && (ERRORS[error] ?? error) : String(status);
  const isGood = status !== undefined && status >= 200 && status < 300;
  return {
    tone: result === undefined ? 'waiting' : isGood ? 'good' : 'bad',
    label: result ?? '…',
    at,
    text: formatTime(at),
    title: at,
  };
}

/** @param {boolean} isRegistered */
function noDeliveries(isRegistered) {
  return emptyState(
    'webhook',
    'Nenhuma entrega ainda',
    isRegistered
      ? 'O próximo pagamento para uma dessas chaves será notificado.'
      : 'Registre um webhook pela API (PUT /webhook/{chave}) para receber notificações de pagamento.',
  );
}
