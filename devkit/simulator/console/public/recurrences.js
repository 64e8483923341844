import { getAddress } from './address.js';
import { api } from './api.js';
import { emptyState, pill } from './elements.js';
import { ago, formatDay, formatMoney } from './format.js';
import { head, list } from './list.js';
import { html } from './lit.js';
import { Pager } from './pager.js';
import { actions, journey, getPeriod, steps, getTitle } from './recurrence.js';

/** @import { RecurrenceEntry, RecurrenceList } from '../../control-api/responses.js' */
/** @import { View } from './view.js' */

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
function row(entry) {
  const { idRec, criacao, rec } = entry;
  const { vinculo, calendario, valor, status } = rec;
  const amount = valor?.valorRec;
  return html`<li class="row tall">
    <div class="row-state">${pill(status)}</div>
    <div class="row-main">
      <p class="row-title"><a href=${getAddress('rec', idRec)}>${getTitle(rec)}</a></p>
      <p class="row-note">
        <code>${idRec}</code>
        <span>${vinculo.devedor.nome}</span>
        <span>desde ${formatDay(calendario.dataInicial)}</span>
        ${journey(rec)} ${ago(criacao)}
      </p>
      ${steps(entry)}
    </div>
    <div class="row-amount">
      ${amount === undefined ? 'Valor variável' : formatMoney(amount)}
      <small>${getPeriod(rec)}</small>
    </div>
    <div class="row-actions">${actions(idRec, status)}</div>
  </li>`;
}

function noRecurrences() {
  return emptyState(
    'recurrence',
    'Nenhuma recorrência ainda',
    'As que o seu sistema criar pela API (POST /rec) aparecem aqui, para o pagador aprovar ou recusar.',
  );
}
