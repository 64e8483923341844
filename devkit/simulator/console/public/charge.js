import { api } from './api.js';
import { act, copyButton } from './drawer.js';
import { applicationLink, button, facts, field, pill, rawJson } from './elements.js';
import { decimal, form } from './form.js';
import { formatDay, formatInstant, formatMoney } from './format.js';
import { html, nothing } from './lit.js';
import { timeline } from './timeline.js';

/** @import { Send } from './form.js' */
/** @import { ChargeDetail, ChargeSummary } from '../../control-api/responses.js' */

/** @param {ChargeSummary} charge */
export function statusPill({ status, expired }) {
  return pill(expired && status === 'ATIVA' ? 'EXPIRADA' : status);
}

/**
 * @param {string} txid
 * @param {object} [values]
 * @param {Send} [send]
 */
export function pay(txid, values = {}, send = act) {
  return send(
    () => api.payCharge(txid, values),
    ({ valor }) => `${formatMoney(valor)} pagos.`,
  );
}

/**
 * A charge in the drawer.
 *
 * @param {ChargeDetail} charge
 */
export function chargeDetail(charge) {
  const { txid, status, expired, valor, body } = charge;
  const due = charge.valorDevido ?? valor;
  const payable = status === 'ATIVA' && !expired;
  return html`<div class="summary">
      <strong class="amount">${formatMoney(due)}</strong>${statusPill(charge)}
    </div>
    ${applicationLink(txid)} ${payable ? payForm(txid, due) : nothing}
    ${body.pixCopiaECola ? code(txid, body.pixCopiaECola, payable) : nothing}
    ${timeline(charge.timeline)} ${renderFacts(charge)} ${rawJson(body, 'Resposta da API')}
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
      <p class="copia" tabindex="0">${copiaECola}</p>
      ${copyButton(copiaECola)}
    </div>
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
    ({ valor: amount, infoPagador, force }, send) =>
      pay(
        txid,
        {
          ...(amount !== undefined && { valor: decimal(amount) }),
          ...(infoPagador !== undefined && { infoPagador }),
          ...(force !== undefined && { force: true }),
        },
        send,
      ),
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
