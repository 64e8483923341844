import { api } from './api.js';
import { callSteps, callTone } from './call.js';
import { emptyState, icon, options, searchField } from './elements.js';
import { formatDuration, formatInstant, formatMoment } from './format.js';
import { head, list, moreButton, PAGE } from './list.js';
import { html, nothing } from './lit.js';
import { page } from './page.js';

/** @import { RequestList } from '../../control-api/responses.js' */
/** @import { LoggedRequest } from '../../http/request-log.js' */
/** @import { View } from './view.js' */

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const STATUSES = /** @type {const} */ ([
  ['', 'Qualquer status'],
  ['2', '2xx: sucesso'],
  ['4', '4xx: recusada'],
  ['429', '429: limite'],
  ['5', '5xx: falha'],
]);
const FAMILIES = [
  ...['token', 'payload', 'cob', 'cobv', 'lotecobv', 'pix', 'loc', 'rec', 'solicrec', 'cobr'],
  ...['locrec', 'webhook', 'webhookrec', 'webhookcobr'],
];

let filter = { q: '', method: '', status: '', family: '' };
let limit = PAGE;

/**
 * The latest requests to the API with their responses.
 *
 * @type {View<RequestList>}
 */
export const calls = {
  id: 'chamadas',
  topic: 'requests',
  title: 'Chamadas',

  load: () => api.requests(new URLSearchParams({ ...filter, limit: String(limit) })),

  render(data) {
    const isMore = data !== undefined && data.requests.length === limit;
    const more = () => {
      limit += PAGE;
      return page.reload();
    };
    return html`<section class="view">
      ${head(
        'Chamadas',
        html`<a
          class="button plain"
          href="/simulator/requests.har?${new URLSearchParams(filter)}"
          download="chamadas.har"
          >${icon('export')}Exportar HAR</a
        >`,
      )}
      <p class="lead">
        As últimas 200 chamadas à API, ao servidor de tokens e às locations. Segredos, tokens, CPF e
        CNPJ aparecem como ***, também no que se copia e exporta.
      </p>
      <div class="tools">
        ${searchField('Procurar chamadas', 'txid, caminho, texto…', filter.q, (q) => narrow({ q }))}
        ${select('method', 'Método', [['', 'Qualquer método'], ...METHODS.map(toPair)])}
        ${select('status', 'Status', STATUSES)}
        ${select('family', 'Família', [['', 'Qualquer família'], ...FAMILIES.map(toPair)])}
      </div>
      ${list(
        data?.requests,
        ({ id }) => id,
        row,
        (data?.total ?? 0) > 0 ? noMatch : noCalls,
        isMore ? moreButton(more) : nothing,
      )}
    </section>`;
  },
};

/** @param {string} value @returns {[string, string]} */
function toPair(value) {
  return [value, value];
}

/**
 * @param {'method' | 'status' | 'family'} name
 * @param {string} label
 * @param {readonly (readonly [value: string, label: string])[]} pairs
 */
function select(name, label, pairs) {
  const change = (/** @type {Event} */ { currentTarget }) =>
    narrow({ [name]: /** @type {HTMLSelectElement} */ (currentTarget).value });
  return html`<select class="filter" aria-label=${label} @change=${change}>
    ${options(pairs, filter[name])}
  </select>`;
}

/** @param {Partial<typeof filter>} change */
function narrow(change) {
  filter = { ...filter, ...change };
  limit = PAGE;
  page.update();
  return page.reload();
}

/** @param {LoggedRequest} call */
function row(call) {
  const { at, duration, method, path, operation, status, fault } = call;
  const [address, query] = path.split('?', 2);
  return html`<li class="row tall">
    <div class="row-state"><span class="pill ${callTone(status)}">${status}</span></div>
    <div class="row-main">
      <p class="row-title">${method} ${address}</p>
      <p class="row-note">
        ${query ? html`<code>${query}</code>` : nothing}
        ${operation ? html`<span>${operation}</span>` : nothing}
        ${fault ? html`<span>falha simulada</span>` : nothing}
        <time datetime=${at} title=${formatInstant(at)}>${formatMoment(at)}</time>
        <span>${formatDuration(duration)}</span>
      </p>
      ${callSteps(call)}
    </div>
  </li>`;
}

function noCalls() {
  return emptyState(
    'call',
    'Nenhuma chamada ainda',
    'As chamadas do seu sistema à API e ao servidor de tokens aparecem aqui.',
  );
}

function noMatch() {
  return emptyState('search', 'Nada encontrado', 'Nenhuma chamada corresponde ao filtro.');
}
