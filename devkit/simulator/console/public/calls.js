import { api } from './api.js';
import { emptyState, rawJson } from './elements.js';
import { formatInstant, formatTime } from './format.js';
import { head, list } from './list.js';
import { html, nothing } from './lit.js';
import { Pager } from './pager.js';

/** @import { RequestList } from '../../control-api/responses.js' */
/** @import { LoggedRequest } from '../../http/request-log.js' */
/** @import { View } from './view.js' */

const pager = new Pager();

/**
 * The latest requests to the API with their responses.
 *
 * @type {View<RequestList>}
 */
export const calls = {
  id: 'chamadas',
  topic: 'requests',
  title: 'Chamadas',

  load: () => api.requests(pager.limit),

  render(data) {
    const isMore = data !== undefined && data.requests.length === pager.limit;
    return html`<section class="view">
      ${head('Chamadas')}
      <p class="lead">
        As últimas chamadas à API e ao servidor de tokens. Segredos, tokens, CPF e CNPJ não
        aparecem.
      </p>
      ${list(data?.requests, ({ id }) => id, row, noCalls, pager.button(isMore))}
    </section>`;
  },
};

/** @param {LoggedRequest} call */
function row({ at, method, path, status, fault, request, response }) {
  const [address, query] = path.split('?', 2);
  return html`<li class="row tall">
    <div class="row-state"><span class="pill ${resolveTone(status)}">${status}</span></div>
    <div class="row-main">
      <p class="row-title">${method} ${address}</p>
      <p class="row-note">
        ${query ? html`<code>${query}</code>` : nothing}
        ${fault ? html`<span>falha simulada</span>` : nothing}
        <time datetime=${at} title=${formatInstant(at)}>${formatTime(at)}</time>
      </p>
      ${request === undefined ? nothing : rawJson(request, 'Requisição')}
      ${response === undefined ? nothing : rawJson(response, 'Resposta')}
    </div>
  </li>`;
}

/** @param {number} status */
function resolveTone(status) {
  if (status < 300) return 'good';
  return status < 500 ? 'wait' : 'bad';
}

function noCalls() {
  return emptyState(
    'call',
    'Nenhuma chamada ainda',
    'As chamadas do seu sistema à API e ao servidor de tokens aparecem aqui.',
  );
}
