import { api } from './api.js';
import { button, emptyState, h, renderList } from './dom.js';
import { act, field, form } from './ui.js';

/** What each kind of fault is called, and the fields that it has. */
const KINDS = {
  reset: ['Conexão derrubada', ['at', 'when']],
  hang: ['Nunca responde', ['when']],
  latency: ['Resposta lenta', ['ms', 'when']],
  status: ['Outro status', ['status', 'body', 'when']],
  'rate-limit': ['Limite de requisições (429)', ['retryAfter', 'when']],
  html: ['HTML no lugar de JSON', ['when']],
  truncate: ['JSON cortado', ['when']],
  'wrong-json': ['JSON de outra forma', ['when']],
  empty: ['Corpo vazio', ['when']],
  'revoke-tokens': ['Tokens revogados', ['when']],
  lose: ['Webhook perdido', []],
  duplicate: ['Webhook repetido', ['times']],
  delay: ['Webhook atrasado', ['ms']],
};
const DELIVERY = new Set(['lose', 'duplicate', 'delay']);
const SPOILS = new Set(['html', 'truncate', 'wrong-json', 'empty']);

const TARGETS = [
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
];
const DELIVERY_TARGETS = [
  ['delivery', 'Todos os webhooks'],
  ['delivery:pix', 'Webhooks de Pix'],
  ['delivery:rec', 'Webhooks de recorrências'],
  ['delivery:cobr', 'Webhooks de cobranças recorrentes'],
];

const PRESETS = [
  ['Cobrança criada, resposta perdida', { on: 'PUT /cob/{txid}', kind: 'reset', when: 'after' }],
  ['Banco fora do ar', { on: 'api', kind: 'status', status: 503, count: 'always' }],
  ['Sem token', { on: 'token', kind: 'status', status: 503, count: 'always' }],
  ['Firewall: 201 com HTML', { on: 'PUT /cob/{txid}', kind: 'html' }],
  ['Próxima chamada sem resposta', { on: 'api', kind: 'hang' }],
  ['Perder o próximo webhook', { on: 'delivery', kind: 'lose' }],
];

let list;
let empty;

/** What goes wrong on command. */
export const faults = {
  id: 'falhas',
  topic: 'faults',
  title: 'Falhas',

  open() {
    list = h('ul', { class: 'rows' });
    empty = h('div', {});
    const clear = () => act(() => api.remove('/faults'), 'Falhas removidas.');
    return h(
      'section',
      { class: 'view' },
      h(
        'header',
        { class: 'head' },
        h('h1', {}, 'Falhas'),
        button('Remover todas', clear, { kind: 'quiet', icon: 'trash' }),
      ),
      h(
        'p',
        { class: 'lead' },
        'O que dá errado de propósito, para ver se o seu sistema aguenta. “Depois do efeito” é o caso difícil: a operação aconteceu, e o cliente não fica sabendo.',
      ),
      h(
        'div',
        { class: 'presets', role: 'group', 'aria-label': 'Falhas prontas' },
        PRESETS.map(([label, rule]) => button(label, () => add(rule), { kind: 'chip' })),
      ),
      list,
      empty,
      h('div', { class: 'panel' }, h('h2', {}, 'Nova falha'), ruleForm()),
    );
  },

  load: () => api.get('/faults'),

  countOf: ({ faults: items }) => items.filter(({ spent }) => !spent).length,

  show({ faults: items }) {
    renderList(list, items, ({ id }) => id, row);
    list.hidden = items.length === 0;
    empty.replaceChildren(...(items.length > 0 ? [] : [nothing()]));
  },
};

function add(rule) {
  return act(() => api.post('/faults', rule), 'Falha armada.');
}

function row({ id, rule, seen, struck, spent }) {
  const { kind, on = DELIVERY.has(kind) ? 'delivery' : 'api' } = rule;
  const remove = () => act(() => api.remove(`/faults/${id}`), 'Falha removida.');
  return h(
    'li',
    { class: `row ${spent ? 'spent' : ''}` },
    h(
      'div',
      { class: 'row-state' },
      h('span', { class: `pill ${spent ? 'off' : 'bad'}` }, spent ? 'Esgotada' : 'Armada'),
    ),
    h(
      'div',
      { class: 'row-main' },
      h('p', { class: 'row-title' }, describe(rule)),
      h(
        'p',
        { class: 'row-note' },
        [on].flat().map((target) => h('code', {}, target)),
        h('span', {}, howOften(rule)),
        h('span', {}, `atingiu ${struck} de ${seen}`),
      ),
    ),
    h(
      'div',
      { class: 'row-actions' },
      button('Remover', remove, { kind: 'quiet', icon: 'trash', focus: `remove-${id}` }),
    ),
  );
}

function describe({ kind, status, ms, at, when, retryAfter, times }) {
  const [label] = KINDS[kind];
  const latency = Array.isArray(ms) ? `${ms[0]} a ${ms[1]} ms` : ms !== undefined && `${ms} ms`;
  const parts = [
    status,
    latency,
    retryAfter !== undefined && `Retry-After ${retryAfter}`,
    times && `${times} vezes`,
    at === 'body' && 'no meio do corpo',
    momentOf(kind, at, when),
  ];
  return [label, ...parts.filter(Boolean)].join(' · ');
}

function momentOf(kind, at, when) {
  if (DELIVERY.has(kind)) return undefined;
  const moment = when ?? (SPOILS.has(kind) || at === 'body' ? 'after' : 'before');
  return moment === 'after' ? 'depois do efeito' : 'antes do efeito';
}

function howOften({ count, rate, skip }) {
  const times = count ?? (rate === undefined ? 1 : 'always');
  return [
    rate !== undefined && `${Math.round(rate * 100)}% das vezes`,
    times === 'always'
      ? rate === undefined && 'sempre'
      : times === 1
        ? 'uma vez'
        : `${times} vezes`,
    skip && `depois de ${skip}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function options(pairs) {
  return pairs.map(([value, label]) => h('option', { value }, label));
}

function ruleForm() {
  const kind = h(
    'select',
    { name: 'kind' },
    options(Object.entries(KINDS).map(([value, [label]]) => [value, label])),
  );
  const on = h('select', { name: 'on' }, options(TARGETS));
  const extras = {
    when: field(
      'Quando',
      h(
        'select',
        { name: 'when' },
        options([
          ['before', 'Antes do efeito'],
          ['after', 'Depois do efeito'],
        ]),
      ),
    ),
    at: field(
      'Onde',
      h(
        'select',
        { name: 'at' },
        options([
          ['head', 'Antes da resposta'],
          ['body', 'No meio do corpo'],
        ]),
      ),
    ),
    ms: field('Milissegundos', number('ms', { min: 0, value: 2_000 })),
    status: field('Status', number('status', { min: 200, max: 599, value: 503 })),
    body: field('Corpo', h('input', { name: 'body', placeholder: 'texto ou JSON; vazio: padrão' })),
    retryAfter: field('Retry-After', h('input', { name: 'retryAfter', value: '5' })),
    times: field('Entregas', number('times', { min: 2, max: 100, value: 2 })),
  };
  const fit = () => {
    const [, names] = KINDS[kind.value];
    for (const [name, element] of Object.entries(extras)) element.hidden = !names.includes(name);
    const targets = DELIVERY.has(kind.value) ? DELIVERY_TARGETS : TARGETS;
    if (on.options.length !== targets.length) on.replaceChildren(...options(targets));
    if (names.includes('when')) {
      extras.when.querySelector('select').value = SPOILS.has(kind.value) ? 'after' : 'before';
    }
  };
  const element = form(
    (values) => add(ruleOf(values)),
    'Armar',
    h(
      'div',
      { class: 'grid' },
      field('O quê', kind),
      field('Em', on),
      Object.values(extras),
      field('Vezes', number('count', { min: 1 }, 'uma'), 'vazio com uma taxa: sempre'),
      field('Taxa (%)', number('rate', { min: 0, max: 100 }, 'todas')),
      field('Deixar passar', number('skip', { min: 0 }, '0')),
      field('Semente', number('seed', { min: 0 }, '1'), 'a mesma repete os mesmos sorteios'),
    ),
  );
  kind.addEventListener('change', fit);
  fit();
  return element;
}

function number(name, { value, ...bounds }, placeholder) {
  return h('input', { type: 'number', name, ...bounds, value: value ?? '', placeholder });
}

const NUMBERS = ['ms', 'status', 'times', 'count', 'skip', 'seed'];

function ruleOf({ rate, body, retryAfter, ...values }) {
  const rule = { ...values };
  for (const name of NUMBERS) if (rule[name] !== undefined) rule[name] = Number(rule[name]);
  if (rate !== undefined) rule.rate = Number(rate) / 100;
  if (body !== undefined) rule.body = jsonOr(body);
  if (retryAfter !== undefined) {
    rule.retryAfter = /^\d+$/.test(retryAfter) ? Number(retryAfter) : retryAfter;
  }
  return rule;
}

function jsonOr(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function nothing() {
  return emptyState('fault', 'Tudo em ordem', 'Nenhuma falha armada: o banco responde a tudo.');
}
