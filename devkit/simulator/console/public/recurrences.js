import { api } from './api.js';
import { act, closeDrawer, openDrawer } from './drawer.js';
import { button, decimal, emptyState, field, form, options, pill, rawJson } from './elements.js';
import { ago, formatDay, formatMoney } from './format.js';
import { head, list } from './list.js';
import { html, nothing } from './lit.js';
import { Pager } from './pager.js';
import { charge, payer, request } from './recurrence-lines.js';

/** @import { RecurrenceEntry, RecurrenceList } from '../../control-api/responses.js' */
/** @import { Template } from './lit.js' */
/** @import { View } from './view.js' */

/** @type {Readonly<Record<string, string>>} */
const PERIODS = {
  SEMANAL: 'semanal',
  MENSAL: 'mensal',
  TRIMESTRAL: 'trimestral',
  SEMESTRAL: 'semestral',
  ANUAL: 'anual',
};

const OPEN_CHARGES = new Set(['CRIADA', 'ATIVA']);

const pager = new Pager();

/**
 * Pix Automático: recurrences and their charges.
 *
 * @type {View<RecurrenceList>}
 */
export const recurrences = {
  id: 'recorrencias',
  topic: 'recurrences',
  title: 'Pix Automático',

  load: () => api.recurrences(pager.limit),

  count: ({ total }) => total,

  render(data) {
    const isMore = data !== undefined && data.recs.length < data.total;
    return html`<section class="view">
      ${head('Pix Automático')}
      ${list(data?.recs, ({ idRec }) => idRec, row, noRecurrences, pager.button(isMore))}
    </section>`;
  },
};

/** @param {RecurrenceEntry} entry */
function row({ idRec, criacao, semSaldo, rec, cobrancas }) {
  const { vinculo, calendario, valor, status, ativacao, solicitacao = [] } = rec;
  const amount = valor?.valorRec;
  const isApproved = status === 'APROVADA';
  const isCharged = isApproved || cobrancas.some((cobr) => OPEN_CHARGES.has(cobr.status));
  const journey = (ativacao?.tipoJornada ?? '').replace('JORNADA_', 'jornada ');
  return html`<li class="row tall">
    <div class="row-state">${pill(status)}</div>
    <div class="row-main">
      <p class="row-title">${vinculo.objeto ?? `Contrato ${vinculo.contrato}`}</p>
      <p class="row-note">
        <code>${idRec}</code>
        <span>${vinculo.devedor.nome}</span>
        <span>desde ${formatDay(calendario.dataInicial)}</span>
        ${isApproved ? html`<span>${journey}</span>` : nothing} ${ago(criacao)}
      </p>
      ${lines(solicitacao.map(request))} ${lines(cobrancas.map(charge))}
      ${isCharged ? funds(idRec, semSaldo) : nothing} ${rawJson({ rec, cobrancas })}
    </div>
    <div class="row-amount">
      ${amount === undefined ? 'Valor variável' : formatMoney(amount)}
      <small>${PERIODS[calendario.periodicidade] ?? calendario.periodicidade}</small>
    </div>
    <div class="row-actions">${actions(idRec, status)}</div>
  </li>`;
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
 * @param {string} idRec
 * @param {string} status
 */
function actions(idRec, status) {
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
    async ({ jornada, valorMaximo }) => {
      const values = {
        ...(jornada !== undefined && { jornada }),
        ...(valorMaximo !== undefined && { valorMaximo: decimal(valorMaximo) }),
      };
      const done = await act(() => api.approve(idRec, values), 'Aprovada.');
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

function noRecurrences() {
  return emptyState(
    'recurrence',
    'Nenhuma recorrência ainda',
    'As que o seu sistema criar pela API (POST /rec) aparecem aqui, para o pagador aprovar ou recusar.',
  );
}
