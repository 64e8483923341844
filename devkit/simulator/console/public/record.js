import { keepAddress } from './address.js';
import { api, isNotFound } from './api.js';
import { chargeDetail } from './charge.js';
import { closeDrawer, openDrawer } from './drawer.js';
import { emptyState } from './elements.js';
import { html } from './lit.js';
import { page } from './page.js';
import { recurrenceDetail } from './recurrence.js';

/** @import { ChargeDetail, RecurrenceEntry } from '../../control-api/responses.js' */
/** @import { RecordAddress } from './address.js' */

/** @typedef {ChargeDetail | RecurrenceEntry} Data */

/**
 * @typedef {object} Kind
 * @property {string} title
 * @property {string} section shown behind the drawer when the page opens at the address
 * @property {(id: string) => Promise<Data>} load
 */

/** @type {Readonly<Record<string, Kind>>} */
const KINDS = {
  cob: { title: 'Cobrança imediata', section: 'cobrancas', load: api.charge },
  cobv: { title: 'Cobrança com vencimento', section: 'cobrancas', load: api.charge },
  rec: { title: 'Recorrência', section: 'recorrencias', load: api.recurrence },
  cobr: { title: 'Cobrança recorrente', section: 'recorrencias', load: api.recurringCharge },
  // A payment does not tell the kind of its charge.
  txid: {
    title: 'Cobrança',
    section: 'cobrancas',
    load: (id) => api.charge(id).catch(() => api.recurringCharge(id)),
  },
};

/**
 * The record in the drawer. An answer only fills it: the address opens and closes the drawer.
 *
 * @type {{ kind: Kind, id: string, isCurrent: () => boolean, loads: number, data?: Data, problem?: Error } | undefined}
 */
let shown;

/** @param {RecordAddress | undefined} record */
export function findSection(record) {
  return record && KINDS[record.kind]?.section;
}

/**
 * Shows the record of the address in the drawer, or closes the drawer.
 *
 * @param {RecordAddress | undefined} record
 */
export function showRecord(record) {
  const kind = record && KINDS[record.kind];
  if (record === undefined || kind === undefined) {
    closeDrawer();
    return;
  }
  const opened = { kind, id: record.id, isCurrent: keepAddress(), loads: 0 };
  shown = opened;
  openDrawer(kind.title, content, () => {
    if (shown === opened) shown = undefined;
    if (opened.isCurrent()) page.leaveRecord();
  });
  void loadRecord();
}

/** Loads the record in the drawer again. */
export async function loadRecord() {
  const wanted = shown;
  if (wanted === undefined) return;
  const turn = ++wanted.loads;
  const answer = await wanted.kind.load(wanted.id).catch((/** @type {unknown} */ error) => error);
  // Another answer is newer.
  if (turn !== wanted.loads) return;
  if (answer instanceof Error) {
    wanted.problem = answer;
    // Otherwise the simulator is only away: what was shown stays.
    if (isNotFound(answer)) delete wanted.data;
  } else wanted.data = /** @type {Data} */ (answer);
  page.update();
}

function content() {
  if (shown?.data === undefined) {
    const problem = shown?.problem;
    if (problem === undefined) return html`<p class="lead">Carregando…</p>`;
    const title = isNotFound(problem) ? 'Registro não encontrado' : 'Registro não carregado';
    return emptyState('search', title, problem.message);
  }
  return 'idRec' in shown.data ? recurrenceDetail(shown.data, shown.id) : chargeDetail(shown.data);
}
