import { api } from './api.js';
import { act } from './drawer.js';
import { button, emptyState } from './elements.js';
import { faultForm } from './fault-form.js';
import { affectsDeliveries, describe, howOften } from './fault-kinds.js';
import { head, list } from './list.js';
import { html } from './lit.js';
import { page } from './page.js';

/** @import { FaultList } from '../../control-api/responses.js' */
/** @import { Fault, FaultRule } from '../../faults/rules.js' */
/** @import { Send } from './form.js' */
/** @import { View } from './view.js' */

/** @type {[label: string, rule: FaultRule][]} */
const PRESETS = [
  ['Cobrança criada, resposta perdida', { on: 'PUT /cob/{txid}', kind: 'reset', when: 'after' }],
  ['Banco fora do ar', { on: 'api', kind: 'status', status: 503, count: 'always' }],
  ['Sem token', { on: 'token', kind: 'status', status: 503, count: 'always' }],
  ['Firewall: 201 com HTML', { on: 'PUT /cob/{txid}', kind: 'html' }],
  ['Próxima chamada sem resposta', { on: 'api', kind: 'hang' }],
  ['Perder o próximo webhook', { on: 'delivery', kind: 'lose' }],
];

/**
 * Lists, adds and removes fault rules.
 *
 * @type {View<FaultList>}
 */
export const faults = {
  id: 'falhas',
  topic: 'faults',
  title: 'Falhas',

  load: () => api.faults(),

  count: ({ faults: items }) => items.filter(({ spent }) => !spent).length,

  render(data) {
    const clear = () => change(() => api.clearFaults(), 'Falhas removidas.');
    return html`<section class="view">
      ${head('Falhas', button('Remover todas', clear, { kind: 'quiet', icon: 'trash' }))}
      <p class="lead">
        Erros simulados para testar o seu sistema. “Depois do efeito” é o caso mais difícil: a
        operação é executada, mas o cliente não recebe a resposta.
      </p>
      <div class="presets" role="group" aria-label="Falhas prontas">
        ${PRESETS.map(([label, rule]) => button(label, () => add(rule), { kind: 'chip' }))}
      </div>
      ${list(data?.faults, ({ id }) => id, row, noFaults)}
      <div class="panel">
        <h2>Nova falha</h2>
        ${faultForm(add)}
      </div>
    </section>`;
  },
};

/**
 * Changes the rules and loads them again: status events do not show a rule that is added and removed between two of them.
 *
 * @param {() => Promise<unknown>} work
 * @param {string} done
 * @param {Send} [send]
 */
async function change(work, done, send = act) {
  const answer = await send(async () => {
    await work();
    return true;
  }, done);
  await page.reload();
  return answer;
}

/**
 * @param {object} rule
 * @param {Send} [send]
 */
function add(rule, send) {
  return change(() => api.addFault(rule), 'Falha ativada.', send);
}

/** @param {Fault} fault */
function row({ id, rule, seen, struck: injected, spent }) {
  const { on = affectsDeliveries(rule.kind) ? 'delivery' : 'api', params = {} } = rule;
  const remove = () => change(() => api.removeFault(id), 'Falha removida.');
  return html`<li class="row ${spent ? 'spent' : ''}">
    <div class="row-state">
      <span class="pill ${spent ? 'off' : 'bad'}">${spent ? 'Esgotada' : 'Ativa'}</span>
    </div>
    <div class="row-main">
      <p class="row-title">${describe(rule)}</p>
      <p class="row-note">
        ${[on, Object.values(params)].flat().map((target) => html`<code>${target}</code>`)}
        <span>${howOften(rule)}</span>
        <span>aplicada a ${injected} de ${seen}</span>
      </p>
    </div>
    <div class="row-actions">${button('Remover', remove, { kind: 'quiet', icon: 'trash' })}</div>
  </li>`;
}

function noFaults() {
  return emptyState(
    'fault',
    'Nenhuma falha ativa',
    'O banco responde normalmente a todas as chamadas.',
  );
}
