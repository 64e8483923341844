import { api } from './api.js';
import { act, closeDrawer, openDrawer } from './drawer.js';
import { applicationLink, button, facts, field, options, pill, rawJson } from './elements.js';
import { decimal, form } from './form.js';
import { formatDay, formatInstant, formatMoney } from './format.js';
import { html, nothing } from './lit.js';
import { charge, payer, request } from './recurrence-lines.js';

/** @import { RecurrenceEntry } from '../../control-api/responses.js' */
/** @import { Template } from './lit.js' */

/** @type {Readonly<Record<string, string>>} */
const PERIODS = {
  SEMANAL: 'semanal',
  MENSAL: 'mensal',
  TRIMESTRAL: 'trimestral',
  SEMESTRAL: 'semestral',
  ANUAL: 'anual',
};

const OPEN_CHARGES = new Set(['CRIADA', 'ATIVA']);

/** @param {RecurrenceEntry['rec']} rec */
export function getTitle({ vinculo: { objeto, contrato } }) {
  return objeto ?? `Contrato ${contrato}`;
}

/** @param {RecurrenceEntry['rec']} rec */
export function getPeriod({ calendario: { periodicidade } }) {
  return PERIODS[periodicidade] ?? periodicidade;
}

/** @param {RecurrenceEntry['rec']} rec */
export function journey({ status, ativacao }) {
  if (status !== 'APROVADA') return nothing;
  return html`<span>${(ativacao?.tipoJornada ?? '').replace('JORNADA_', 'jornada ')}</span>`;
}

/**
 * A recurrence in the drawer.
 *
 * @param {RecurrenceEntry} entry
 * @param {string} asked idRec, or the txid of one of its charges
 */
export function recurrenceDetail(entry, asked) {
  const { idRec, criacao, rec } = entry;
  const { vinculo, calendario, valor, status } = rec;
  const amount = valor?.valorRec;
  return html`<div class="summary">
      <strong class="amount"
        >${amount === undefined ? 'Valor variável' : formatMoney(amount)}</strong
      >${pill(status)}
    </div>
    ${applicationLink(asked)}
    <div class="buttons">${actions(idRec, status)}</div>
    ${facts([
      ['idRec', html`<code>${idRec}</code>`],
      ['Objeto', getTitle(rec)],
      ['Devedor', vinculo.devedor.nome],
      ['Contrato', vinculo.contrato],
      ['Período', getPeriod(rec)],
      ['Desde', formatDay(calendario.dataInicial)],
      ['Jornada', status === 'APROVADA' ? journey(rec) : ''],
      ['Criada', formatInstant(criacao)],
    ])}
    <div>${steps(entry)}</div>`;
}

/**
 * The requests and charges of a recurrence, and whether its payer has funds.
 *
 * @param {RecurrenceEntry} entry
 */
export function steps({ idRec, semSaldo, rec, cobrancas }) {
  const isCharged =
    rec.status === 'APROVADA' || cobrancas.some((cobr) => OPEN_CHARGES.has(cobr.status));
  return html`${lines((rec.solicitacao ?? []).map(request))} ${lines(cobrancas.map(charge))}
  ${isCharged ? funds(idRec, semSaldo) : nothing} ${rawJson({ rec, cobrancas })}`;
}

/** @param {Template[]} items */
function lines(items) {
  return items.length > 0
    ? html`<ul class="lines">
        ${items}
      </ul>`
    : nothing;
}

/**
 * The buttons of the payer.
 *
 * @param {string} idRec
 * @param {string} status
 */
export function actions(idRec, status) {
  if (status === 'CRIADA') {
    const reject = payer(`/recs/${idRec}/reject`, 'Recorrência recusada.');
    return html`${button('Aprovar', () => approve(idRec), { kind: 'sun' })}${button(
      'Recusar',
      reject,
      { kind: 'quiet' },
    )}`;
  }
  if (status !== 'APROVADA') return nothing;
  const cancel = payer(`/recs/${idRec}/cancel`, 'Cancelada pelo pagador.');
  return button('Cancelar', cancel, { kind: 'quiet' });
}

/**
 * @param {string} idRec
 * @param {boolean} semSaldo
 */
function funds(idRec, semSaldo) {
  const change = (/** @type {Event} */ { currentTarget }) => {
    const { checked } = /** @type {HTMLInputElement} */ (currentTarget);
    const done = checked ? 'O pagador está sem saldo.' : 'O pagador tem saldo.';
    return act(() => api.setFunds(idRec, !checked), done);
  };
  return html`<label class="check">
    <input type="checkbox" .checked=${semSaldo} @change=${change} />
    <span>Pagador sem saldo</span>
  </label>`;
}

/** @param {string} idRec */
function approve(idRec) {
  openDrawer(
    'Aprovar recorrência',
    () =>
      html`<p class="lead">O que o pagador faria no aplicativo do banco.</p>
        ${approvalForm(idRec)}`,
  );
}

/** @param {string} idRec */
function approvalForm(idRec) {
  return form(
    async ({ jornada, valorMaximo }, send) => {
      const values = {
        ...(jornada !== undefined && { jornada }),
        ...(valorMaximo !== undefined && { valorMaximo: decimal(valorMaximo) }),
      };
      const done = await send(() => api.approve(idRec, values), 'Aprovada.');
      if (done) closeDrawer();
    },
    'Aprovar',
    html`${field(
      'Jornada do pagador',
      html`<select name="jornada">
        ${options([
          ['', 'Automática'],
          ['JORNADA_1', 'Jornada 1: pedido no aplicativo'],
          ['JORNADA_2', 'Jornada 2: QR Code da recorrência'],
          ['JORNADA_3', 'Jornada 3: QR Code com o primeiro pagamento'],
          ['JORNADA_4', 'Jornada 4: QR Code de uma cobrança'],
        ])}
      </select>`,
    )}${field(
      'Valor máximo por cobrança',
      html`<input name="valorMaximo" inputmode="decimal" placeholder="sem limite" />`,
    )}`,
  );
}
