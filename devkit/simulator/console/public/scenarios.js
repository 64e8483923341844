import { api } from './api.js';
import { act, closeDrawer, copyButton, openDrawer } from './drawer.js';
import { button, pill, rawJson, recordId } from './elements.js';
import { formatInstant, formatMoment, formatMoney } from './format.js';
import { head, list } from './list.js';
import { html, nothing } from './lit.js';

/** @import { ScenarioList } from '../../control-api/responses.js' */
/** @import { ScenarioRecord } from '../../control/scenarios/run.js' */
/** @import { ScenarioResult, ScenarioSummary } from '../../control/scenarios/scenarios.js' */
/** @import { View } from './view.js' */

const KINDS = {
  cob: 'Cobrança imediata',
  cobv: 'Cobrança com vencimento',
  pix: 'Pix recebido',
  devolucao: 'Devolução',
  rec: 'Recorrência',
  solicrec: 'Pedido de confirmação',
  cobr: 'Cobrança recorrente',
  delivery: 'Notificação',
};

/**
 * Scenarios, with a button that runs each.
 *
 * @type {View<ScenarioList>}
 */
export const scenarios = {
  id: 'cenarios',
  // Whether a scenario can run depends on the registered webhooks.
  topic: 'webhooks',
  title: 'Cenários',

  load: () => api.scenarios(),

  render(data) {
    return html`<section class="view">
      ${head('Cenários')}
      <p class="lead">
        Situações completas que o seu sistema deve saber tratar. Cada cenário cria os seus próprios
        registros; alguns avançam o relógio ou ativam falhas.
      </p>
      ${list(
        data?.scenarios,
        ({ id }) => id,
        row,
        () => html``,
      )}
    </section>`;
  },
};

/** @param {ScenarioSummary} scenario */
function row({ id, title, description, steps, unavailable }) {
  return html`<li class="row tall scenario">
    <div class="row-main">
      <p class="row-title">${title}</p>
      <p>${description}</p>
      <p class="row-note">
        <code>${id}</code
        >${unavailable ? html`<span class="obstacle">${unavailable}</span>` : nothing}
      </p>
      <details class="raw">
        <summary>Passos</summary>
        <ol class="steps">
          ${steps.map((step) => html`<li>${step}</li>`)}
        </ol>
      </details>
    </div>
    <div class="row-actions">
      ${unavailable ? nothing : button('Executar', () => run(id), { kind: 'sun' })}
    </div>
  </li>`;
}

/** @param {ScenarioSummary['id']} id */
async function run(id) {
  const result = await act(() => api.runScenario(id), 'Cenário executado.');
  if (result) openDrawer(result.title, () => outcome(result));
}

/** @param {ScenarioResult} result */
function outcome(result) {
  const { id, events, records, faults, faultsUntil, certificate } = result;
  return html`<p><code>${id}</code></p>
    <div>
      <h3>O que aconteceu</h3>
      <ol class="events">
        ${events.map(
          ({ at, text }) =>
            html`<li>
              <time datetime=${at} title=${formatInstant(at)}>${formatMoment(at)}</time>${text}
            </li>`,
        )}
      </ol>
    </div>
    ${records.length > 0 ? created(records) : nothing}
    ${faults.length > 0 ? activeFaults(faults, faultsUntil) : nothing}
    ${
      certificate === undefined
        ? nothing
        : html`<div>
            <h3>Certificado vencido e chave</h3>
            ${copyButton(`${certificate.cert.trim()}\n${certificate.key.trim()}\n`)}
          </div>`
    }
    ${rawJson(result, 'Resultado em JSON')}`;
}

/** @param {ScenarioRecord[]} records */
function created(records) {
  return html`<div>
    <h3>Registros criados</h3>
    <ul class="lines">
      ${records.map(
        ({ kind, id, status, valor }) =>
          html`<li>
            ${status ? pill(status) : nothing}<strong>${KINDS[kind]}</strong>
            ${valor ? html`<span>${formatMoney(valor)}</span>` : nothing}${recordId(kind, id)}
          </li>`,
      )}
    </ul>
  </div>`;
}

/**
 * @param {number[]} faults
 * @param {string | undefined} until
 */
function activeFaults(faults, until) {
  const count = faults.length === 1 ? 'Uma falha ativa' : `${faults.length} falhas ativas`;
  return html`<p>
    ${count}${until ? html`, até ${formatInstant(until)} do relógio do simulador` : nothing}. Veja
    em
    <a href="#falhas" @click=${closeDrawer}>Falhas</a>.
  </p>`;
}
