import { api } from './api.js';
import { act, copyButton, openDrawer } from './drawer.js';
import { button, decimal, facts, field, form, pill, rawJson } from './elements.js';
import { ago, formatDay, formatInstant, formatMoney } from './format.js';
import { html, nothing } from './lit.js';
import { page } from './page.js';

/** @import { ChargeDetail, ChargeSummary } from '../../control-api/responses.js' */

const TITLES = { cob: 'Cobrança imediata', cobv: 'Cobrança com vencimento' };

/**
 * The charge in the drawer.
 *
 * @type {ChargeDetail | undefined}
 */
let shown;

/** @param {ChargeSummary} charge */
export function statusPill({ status, expired }) {
  return pill(expired && status === 'ATIVA' ? 'EXPIRADA' : status);
}

/**
 * @param {string} txid
 * @param {object} [values]
 */
export function pay(txid, values = {}) {
  return act(
    () => api.payCharge(txid, values),
    ({ valor }) => `${formatMoney(valor)} pagos.`,
  );
}

/**
 * Shows a charge in the drawer.
 *
 * @param {string} txid
 */
export async function openCharge(txid) {
  const charge = await act(() => api.charge(txid));
  if (charge === undefined) return;
  shown = charge;
  const close = () => (shown = undefined);
  openDrawer(TITLES[charge.kind], () => (shown ? detail(shown) : nothing), close);
}

/**
 * Loads the charge in the drawer again if it has changed.
 *
 * @param {ChargeSummary[]} charges as last sent
 */
export async function refreshCharge(charges) {
  const changed = charges.find(({ txid }) => txid === shown?.txid);
  if (changed === undefined || JSON.stringify(changed) === summarize(shown)) return;
  const charge = await act(() => api.charge(changed.txid));
  if (charge === undefined || charge.txid !== shown?.txid) return;
  shown = charge;
  page.update();
}

/** @param {ChargeDetail | undefined} charge */
function summarize(charge) {
  return JSON.stringify({ ...charge, body: undefined });
}

/** @param {ChargeDetail} charge */
function detail(charge) {
  const { txid, status, expired, valor, body } = charge;
  const due = charge.valorDevido ?? valor;
  const payable = status === 'ATIVA' && !expired;
  return html`<div class="summary">
      <strong class="amount">${formatMoney(due)}</strong>${statusPill(charge)}
    </div>
    ${payable ? payForm(txid, due) : nothing}
    ${body.pixCopiaECola ? code(txid, body.pixCopiaECola, payable) : nothing} ${renderFacts(charge)}
    ${body.pix?.length ? payments(body.pix) : nothing} ${rawJson(body, 'Resposta da API')}
    ${
      status === 'ATIVA'
        ? html`<hr />
            ${removeButton(txid)}`
        : nothing
    }`;
}

/** @param {ChargeDetail} charge */
function renderFacts(charge) {
  const { kind, vence } = charge;
  return facts([
    ['txid', html`<code>${charge.txid}</code>`],
    ['Valor original', formatMoney(charge.valor)],
    ['Chave', charge.chave],
    ['Devedor', charge.devedor],
    ['Solicitação', charge.solicitacaoPagador],
    ['Criada', formatInstant(charge.criacao)],
    kind === 'cob' ? ['Expira', formatInstant(vence)] : ['Vence', formatDay(vence)],
    ['Revisão', String(charge.revisao)],
  ]);
}

/**
 * @param {string} txid
 * @param {string} copiaECola
 * @param {boolean} payable
 */
function code(txid, copiaECola, payable) {
  const picture = html`<img
    src="/simulator/charges/${txid}/qr.svg"
    alt="QR Code da cobrança"
    width="180"
    height="180"
  />`;
  return html`<div class="code">
    ${payable ? picture : nothing}
    <div>
      <p class="copia">${copiaECola}</p>
      ${copyButton(copiaECola)}
    </div>
  </div>`;
}

/** @param {NonNullable<ChargeDetail['body']['pix']>} pix */
function payments(pix) {
  return html`<div>
    <h3>${pix.length === 1 ? 'Pagamento' : 'Pagamentos'}</h3>
    <ul class="lines">
      ${pix.map(
        ({ valor, endToEndId, horario }) =>
          html`<li>
            <strong>${formatMoney(valor)}</strong><code>${endToEndId}</code>${ago(horario)}
          </li>`,
      )}
    </ul>
  </div>`;
}

/** @param {string} txid */
function removeButton(txid) {
  const remove = () => act(() => api.removeCharge(txid), 'Cobrança removida pelo PSP.');
  return button('Remover como o banco', remove, { kind: 'quiet', icon: 'trash' });
}

/**
 * @param {string} txid
 * @param {string} valor
 */
function payForm(txid, valor) {
  return form(
    ({ valor: amount, infoPagador, force }) =>
      pay(txid, {
        ...(amount !== undefined && { valor: decimal(amount) }),
        ...(infoPagador !== undefined && { infoPagador }),
        ...(force !== undefined && { force: true }),
      }),
    'Pagar',
    html`<div class="pair">
        ${field(
          'Valor',
          html`<input name="valor" inputmode="decimal" placeholder=${formatMoney(valor)} />`,
        )}${field('Mensagem do pagador', html`<input name="infoPagador" maxlength="140" />`)}
      </div>
      <label class="check">
        <input type="checkbox" name="force" />
        <span>Aceitar outro valor mesmo que a cobrança não permita</span>
      </label>`,
  );
}
