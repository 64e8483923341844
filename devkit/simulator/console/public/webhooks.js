import { api } from './api.js';
import { deliverySteps, describeEvent, findId, KINDS, nextAttempt } from './delivery.js';
import { act, closeDrawer, openDrawer } from './drawer.js';
import { button, emptyState, field, options, pill } from './elements.js';
import { form } from './form.js';
import { head, list } from './list.js';
import { html, nothing } from './lit.js';
import { Pager } from './pager.js';

/** @import { DeliveryList, WebhookAddress, WebhookList } from '../../control-api/responses.js' */
/** @import { WebhookDelivery } from '../../domain/deliveries.js' */
/** @import { View } from './view.js' */

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
function address(webhook) {
  const { kind, chave, url } = webhook;
  return html`<li>
    <span class="tag">${KINDS[kind]}</span><code>${url}</code>
    ${chave ? html`<span>chave ${chave}</span>` : nothing}
    ${button('Remover', () => askToRemove(webhook), { kind: 'small quiet' })}
  </li>`;
}

/** @param {WebhookAddress} webhook */
function askToRemove({ kind, chave, url }) {
  const remove = async () => {
    const done = await act(async () => {
      await api.deleteWebhook(kind, chave);
      return true;
    }, 'Webhook removido.');
    if (done) closeDrawer();
  };
  openDrawer(
    'Remover webhook?',
    () =>
      html`<p>
          A aplicação em <code>${url}</code> não recebe mais notificações de
          <strong>${KINDS[kind]}</strong>, até cadastrar o webhook de novo.
        </p>
        <div class="buttons">
          ${button('Sim, remover', remove, { kind: 'primary', icon: 'trash' })}
          ${button('Manter webhook', closeDrawer)}
        </div>`,
  );
}

/** @param {WebhookDelivery} delivery */
function row(delivery) {
  const { id, url, state, body } = delivery;
  const again = button(
    state === 'pending' ? 'Entregar já' : 'Reenviar',
    () => act(() => api.redeliver(id), 'Entrega em andamento.'),
    { kind: state === 'failed' ? 'sun' : 'plain', icon: 'resend' },
  );
  return html`<li class="row tall">
    <div class="row-state">${pill(state)}</div>
    <div class="row-main">
      <p class="row-title">${describeEvent(delivery)}</p>
      <p class="row-note">
        <span>evento ${id}</span>
        <code>${findId(body)}</code>
        <code>${url}</code>
        ${nextAttempt(delivery)}
      </p>
      ${deliverySteps(delivery)}
    </div>
    <div class="row-actions">${again}</div>
  </li>`;
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
      async ({ kind = 'pix', ...webhook }, send) => {
        const done = await send(async () => {
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
          data-property="webhookUrl"
          type="url"
          required
          placeholder="https://loja.example.com/webhook"
        />`,
        { hint: 'https, ou http nesta máquina. O simulador acrescenta /pix, /rec ou /cobr.' },
      )}${field('Chave', html`<input name="chave" />`, {
        hint: 'Só para eventos de Pix. Vazia: a do último webhook, ou a primeira da loja.',
      })}`,
    )}`;
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
