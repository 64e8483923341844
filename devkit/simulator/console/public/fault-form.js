import { field, options } from './elements.js';
import { affectsDeliveries, KINDS, usualMoment } from './fault-kinds.js';
import { form } from './form.js';
import { html, keyed, nothing } from './lit.js';
import { page } from './page.js';

/** @import { FaultRule } from '../../faults/rules.js' */
/** @import { Send } from './form.js' */
/** @import { FaultField } from './fault-kinds.js' */

const TARGETS = /** @type {const} */ ([
  ['api', 'Todas as operações'],
  ['token', 'Endpoint de token'],
  ['PUT /cob/{txid}', 'PUT /cob/{txid}'],
  ['POST /cob', 'POST /cob'],
  ['GET /cob/{txid}', 'GET /cob/{txid}'],
  ['PUT /pix/{e2eid}/devolucao/{id}', 'PUT /pix/{e2eid}/devolucao/{id}'],
  ['cob', 'família cob'],
  ['cobv', 'família cobv'],
  ['pix', 'família pix'],
  ['webhook', 'família webhook'],
  ['rec', 'família rec'],
  ['cobr', 'família cobr'],
]);
const DELIVERY_TARGETS = /** @type {const} */ ([
  ['delivery', 'Todos os webhooks'],
  ['delivery:pix', 'Webhooks de Pix'],
  ['delivery:rec', 'Webhooks de recorrências'],
  ['delivery:cobr', 'Webhooks de cobranças recorrentes'],
]);
const MOMENTS = /** @type {const} */ ([
  ['before', 'Antes do efeito'],
  ['after', 'Depois do efeito'],
]);
/** The longest delay of a timer. */
const LONGEST_MS = 2_147_483_647;
const PLACES = /** @type {const} */ ([
  ['head', 'Antes da resposta'],
  ['body', 'No meio do corpo'],
]);

/**
 * The selected kind, which determines the fields and the targets.
 *
 * @type {FaultRule['kind']}
 */
let kind = 'reset';
/** The selected point of the response, which determines the usual moment. */
let at = 'head';

/** @param {(rule: object, send: Send) => unknown} add */
export function faultForm(add) {
  const choose = (/** @type {Event} */ { target }) => {
    const { name, value } = /** @type {HTMLSelectElement} */ (target);
    if (name === 'kind') kind = /** @type {FaultRule['kind']} */ (value);
    if (name === 'at') at = value;
    page.update();
  };
  /** @type {[string, string][]} */
  const kinds = Object.entries(KINDS).map(([value, [label]]) => [value, label]);
  const targets = affectsDeliveries(kind) ? DELIVERY_TARGETS : TARGETS;
  return form(
    (values, send) => add(buildRule(values), send),
    'Ativar',
    html`<div class="grid" @change=${choose}>
      ${field('Tipo', select('kind', kinds, kind))}${field('Onde aplicar', html`${keyed(targets, select('on', targets))}`)}${fieldsOfKind()}${field(
        'Vezes',
        number('count', { min: 1, placeholder: 'uma' }),
        { hint: 'vazio e com taxa: sempre' },
      )}${field('Taxa (%)', number('rate', { min: 0, max: 100, step: 'any', placeholder: 'todas' }))}${field(
        'Ignorar as primeiras',
        number('skip', { min: 0, placeholder: '0' }),
      )}${field('Semente', number('seed', { min: 0, placeholder: 'a posição da falha' }), {
        hint: 'a mesma semente repete o mesmo sorteio',
      })}
    </div>`,
  );
}

/** Fields that not all kinds have. Fields of other kinds are hidden and not sent. */
function fieldsOfKind() {
  const [, names] = KINDS[kind];
  const moment = usualMoment(kind, kind === 'reset' ? at : undefined);
  const extra = (
    /** @type {FaultField} */ name,
    /** @type {string} */ label,
    /** @type {ReturnType<typeof html>} */ control,
  ) => field(label, control, { hidden: !names.includes(name) });
  return [
    extra('when', 'Quando', html`${keyed(moment, select('when', MOMENTS, moment))}`),
    extra('at', 'Ponto da resposta', select('at', PLACES, at)),
    extra('ms', 'Milissegundos', number('ms', { min: 0, max: LONGEST_MS, value: 2_000 })),
    extra('status', 'Status', number('status', { min: 200, max: 599, value: 503 })),
    extra('body', 'Corpo', html`<input name="body" placeholder="texto ou JSON; vazio: padrão" />`),
    extra('retryAfter', 'Retry-After', html`<input name="retryAfter" value="5" />`),
    extra('times', 'Entregas', number('times', { min: 2, max: 100, value: 2 })),
  ];
}

/**
 * @param {string} name
 * @param {readonly (readonly [value: string, label: string])[]} pairs
 * @param {string} [chosen]
 */
function select(name, pairs, chosen) {
  return html`<select name=${name}>
    ${options(pairs, chosen)}
  </select>`;
}

/**
 * @param {string} name
 * @param {{ min: number, max?: number, step?: string, value?: number, placeholder?: string }} bounds
 */
function number(name, { min, max, step, value, placeholder }) {
  return html`<input
    type="number"
    name=${name}
    min=${min}
    max=${max ?? nothing}
    step=${step ?? nothing}
    value=${value ?? nothing}
    placeholder=${placeholder ?? nothing}
  />`;
}

const NUMBERS = ['ms', 'status', 'times', 'count', 'skip', 'seed'];

/**
 * Builds a rule from the fields. The simulator validates it.
 *
 * @param {Record<string, string | undefined>} values
 */
function buildRule({ rate, body, retryAfter, ...values }) {
  /** @type {Record<string, unknown>} */
  const rule = { ...values };
  for (const name of NUMBERS) if (rule[name] !== undefined) rule[name] = Number(rule[name]);
  if (rate !== undefined) rule.rate = Number(rate) / 100;
  if (body !== undefined) rule.body = jsonOr(body);
  if (retryAfter !== undefined) {
    rule.retryAfter = /^\d+$/.test(retryAfter) ? Number(retryAfter) : retryAfter;
  }
  return rule;
}

/** @param {string} text */
function jsonOr(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
