import { getAddress } from './address.js';
import { api } from './api.js';
import { pay, statusPill } from './charge.js';
import { closeDrawer, openDrawer } from './drawer.js';
import { button, emptyState, field, options, searchField, segments } from './elements.js';
import { decimal, form } from './form.js';
import { ago, formatMoney } from './format.js';
import { head, list, moreButton, PAGE } from './list.js';
import { html, nothing } from './lit.js';
import { page } from './page.js';

/** @import { ChargeList, ChargeSummary } from '../../control-api/responses.js' */
/** @import { Send } from './form.js' */
/** @import { View } from './view.js' */

/** A charge that has expired stays ATIVA. */
const STATES = /** @type {const} */ ([
  ['', 'Todas'],
  ['ATIVA', 'Ativas'],
  ['EXPIRADA', 'Expiradas'],
  ['CONCLUIDA', 'Concluídas'],
  ['REMOVIDA_PELO_USUARIO_RECEBEDOR', 'Removidas'],
]);
const KINDS = { cob: 'imediata', cobv: 'com vencimento' };

let filter = { status: '', q: '', limit: PAGE };

/**
 * Immediate and due-date charges, with a button that pays.
 *
 * @type {View<ChargeList>}
 */
export const charges = {
  id: 'cobrancas',
  topic: 'charges',
  title: 'Cobranças',

  load() {
    const query = new URLSearchParams({ limit: String(filter.limit) });
    const isExpired = filter.status === 'EXPIRADA';
    if (filter.status) query.set('status', isExpired ? 'ATIVA' : filter.status);
    if (filter.status === 'ATIVA' || isExpired) query.set('expired', String(isExpired));
    if (filter.q) query.set('q', filter.q);
    return api.charges(query);
  },

  count: ({ total }) => total,

  render(data) {
    const total = data?.total ?? 0;
    return html`<section class="view">
      ${head('Cobranças', button('Nova cobrança', newCharge, { kind: 'primary', icon: 'plus' }))}
      <div class="tools">
        ${segments('Estado', STATES, filter.status, (status) => narrow({ status }))}${searchField(
          'Procurar cobranças',
          'txid, valor, chave, devedor…',
          filter.q,
          (q) => narrow({ q }),
        )}
      </div>
      ${list(
        data?.charges,
        ({ txid }) => txid,
        row,
        total > 0 ? noMatch : noCharges,
        foot(data?.charges.length ?? 0, total),
      )}
    </section>`;
  },
};

/** @param {Partial<typeof filter>} change */
function narrow(change) {
  filter = { ...filter, limit: PAGE, ...change };
  page.update();
  return page.reload();
}

/**
 * @param {number} shown
 * @param {number} total
 */
function foot(shown, total) {
  if (shown < filter.limit || shown >= total) return nothing;
  const more = moreButton(() => narrow({ limit: filter.limit + PAGE }));
  return html`${more}
    <p>${shown} de ${total}</p>`;
}

/** @param {ChargeSummary} charge */
function row(charge) {
  const { txid, kind, status, expired, valor, devedor, solicitacaoPagador } = charge;
  const due = charge.valorDevido ?? valor;
  const payable = status === 'ATIVA' && !expired;
  const address = getAddress(kind, txid);
  return html`<li class="row" @click=${() => (location.hash = address)}>
    <div class="row-state">${statusPill(charge)}</div>
    <div class="row-main">
      <a class="row-title" href=${address}>
        ${solicitacaoPagador ?? `Cobrança ${devedor ? `de ${devedor}` : KINDS[kind]}`}
      </a>
      <p class="row-note">
        <code>${txid}</code><span>${KINDS[kind]}</span>
        ${solicitacaoPagador && devedor ? html`<span>${devedor}</span>` : nothing}
        ${ago(charge.criacao)}
      </p>
    </div>
    <div class="row-amount">
      ${formatMoney(due)}${due === valor ? nothing : html`<small>de ${formatMoney(valor)}</small>`}
    </div>
    <div class="row-actions">${payable ? payButton(txid) : nothing}</div>
  </li>`;
}

/** @param {string} txid */
function payButton(txid) {
  return button('Pagar', () => pay(txid), { kind: 'sun' });
}

function newCharge() {
  openDrawer('Nova cobrança', newChargeForm);
}

function newChargeForm() {
  return html`<p class="lead">Equivale a POST /cob na API, sem cliente nem token.</p>
    ${form(
      createCharge,
      'Criar',
      html`${field(
        'Valor',
        html`<input name="valor" inputmode="decimal" required placeholder="37,00" />`,
      )}${field(
        'Descrição',
        html`<input
          name="descricao"
          data-property="solicitacaoPagador"
          maxlength="140"
          placeholder="Camiseta"
        />`,
      )}${field(
        'Expira em',
        html`<select name="expiracao">
          ${options([
            ['3600', '1 hora'],
            ['60', '1 minuto'],
            ['86400', '1 dia'],
          ])}
        </select>`,
      )}`,
    )}`;
}

/**
 * @param {Record<string, string | undefined>} values
 * @param {Send} send
 */
async function createCharge({ valor, descricao, expiracao }, send) {
  const charge = await send(
    () =>
      api.createCharge({
        calendario: { expiracao: Number(expiracao ?? 3_600) },
        valor: { original: decimal(valor) },
        ...(descricao && { solicitacaoPagador: descricao }),
      }),
    'Cobrança criada.',
  );
  if (charge) closeDrawer();
}

function noCharges() {
  return emptyState(
    'charge',
    'Nenhuma cobrança ainda',
    'As cobranças que o seu sistema criar pela API aparecem aqui.',
    button('Criar uma de teste', newCharge, { kind: 'primary', icon: 'plus' }),
  );
}

function noMatch() {
  return emptyState('search', 'Nada encontrado', 'Nenhuma cobrança corresponde ao filtro.');
}
