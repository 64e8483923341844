import { api } from './api.js';
import { act, closeDrawer, openDrawer } from './drawer.js';
import { button, emptyState, field, form, getLabel, options, pill, rawJson } from './elements.js';
import { ago, formatMoney, formatTime } from './format.js';
import { attemptList, head, list } from './list.js';
import { html, nothing } from './lit.js';
import { Pager } from './pager.js';

/** @import { DeliveryList, WebhookAddress, WebhookList } from '../../control-api/responses.js' */
/** @import { DeliveryAttempt, WebhookDelivery } from '../../domain/deliveries.js' */
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
      ${head('Webhooks', button('Cadastrar webhook', register, { kind: 'primary', icon: 'plus' }))}
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
    ${button('Remover', () => act(() => api.deleteWebhook(kind, chave), 'Webhook removido.'), {
      kind: 'small quiet',
    })}
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
      <p class="row-title">${describeEvent(kind, body)}</p>
      <p class="row-note">
        <span>evento ${id}</span>
        <code>${findId(body)}</code>
        <code>${url}</code>
        ${isDue ? html`<span>próxima tentativa ${ago(dueAt)}</span>` : nothing}
      </p>
      ${attemptList(attempts.map(attempt))} ${rawJson(body, 'Corpo')}
    </div>
    <div class="row-actions">${again}</div>
  </li>`;
}

/**
 * Describes the event of a delivery.
 *
 * @param {WebhookDelivery['kind']} kind
 * @param {unknown} body
 */
function describeEvent(kind, body) {
  const { valor, status, devolucoes } = findEvent(body);
  const refund = devolucoes?.at(-1);
  if (refund !== undefined) {
    return `Devolução de ${formatMoney(refund.valor)}: ${getLabel(refund.status).toLowerCase()}`;
  }
  if (kind === 'pix') return `Pix de ${formatMoney(valor)} recebido`;
  return `${KINDS[kind]} ${getLabel(status ?? '').toLowerCase()}`;
}

/** @param {unknown} body */
function findId(body) {
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

function register() {
  openDrawer('Cadastrar webhook', registrationForm);
}

function registrationForm() {
  return html`<p class="lead">
      Equivale a PUT /webhook/{chave}, PUT /webhookrec e PUT /webhookcobr na API, sem a chamada de
      teste que alguns bancos fazem.
    </p>
    ${form(
      async ({ kind = 'pix', ...webhook }) => {
        const done = await act(async () => {
          await api.registerWebhook(kind, webhook);
          return true;
        }, 'Webhook cadastrado.');
        if (done) closeDrawer();
      },
      'Cadastrar',
      html`${field(
        'Eventos',
        html`<select name="kind">
          ${options(Object.entries(KINDS))}
        </select>`,
      )}${field(
        'Endereço',
        html`<input
          name="url"
          type="url"
          required
          placeholder="https://loja.example.com/webhook"
        />`,
        { hint: 'https, ou http nesta máquina. O simulador acrescenta /pix, /rec ou /cobr.' },
      )}${field('Chave', html`<input name="chave" />`, {
        hint: 'Só para eventos de Pix. Vazia: a primeira chave da loja.',
      })}`,
    )}`;
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
      : 'Cadastre um webhook aqui ou pela API (PUT /webhook/{chave}) para receber notificações de pagamento.',
  );
}
