import { api } from './api.js';
import { button, emptyState, h, icon, renderList } from './dom.js';
import { ago, formatTime } from './format.js';
import { act, pill, rawJson } from './ui.js';

const PAGE = 50;
const KINDS = { pix: 'Pix', rec: 'Recorrência', cobr: 'Cobrança recorrente' };
const ERRORS = {
  LOST: 'perdida de propósito',
  TIMEOUT: 'sem resposta a tempo',
  ECONNREFUSED: 'conexão recusada',
  ECONNRESET: 'conexão derrubada',
  ENOTFOUND: 'endereço desconhecido',
};

let limit = PAGE;
let list;
let addresses;
let empty;
let foot;
let reload;

/** Where events go, and how each delivery went. */
export const webhooks = {
  id: 'webhooks',
  topic: 'webhooks',
  title: 'Webhooks',

  open(load) {
    reload = load;
    list = h('ul', { class: 'rows' });
    addresses = h('ul', { class: 'addresses' });
    empty = h('div', {});
    foot = h('div', { class: 'foot' });
    return h(
      'section',
      { class: 'view' },
      h('header', { class: 'head' }, h('h1', {}, 'Webhooks')),
      addresses,
      list,
      empty,
      foot,
    );
  },

  async load() {
    const [{ webhooks: registered }, delivered] = await Promise.all([
      api.get('/webhooks'),
      api.get(`/deliveries?limit=${limit}`),
    ]);
    return { registered, ...delivered };
  },

  /** What needs looking at: deliveries that have not arrived. */
  countOf: ({ deliveries }) => deliveries.filter(({ state }) => state !== 'delivered').length,

  show({ registered, deliveries, total }) {
    renderList(addresses, registered, ({ kind, chave }) => `${kind} ${chave}`, address);
    addresses.hidden = registered.length === 0;
    renderList(list, deliveries, ({ id }) => id, row);
    list.hidden = deliveries.length === 0;
    empty.replaceChildren(...(deliveries.length > 0 ? [] : [nothing(registered)]));
    foot.replaceChildren(...(deliveries.length < total ? [button('Mostrar mais', more)] : []));
  },
};

function address({ kind, chave, url }) {
  return h(
    'li',
    {},
    h('span', { class: 'tag' }, KINDS[kind]),
    h('code', {}, url),
    chave && h('span', {}, 'chave ', chave),
  );
}

function row({ id, kind, url, state, attempts, dueAt, body }) {
  const again = button(
    state === 'pending' ? 'Entregar já' : 'Reenviar',
    () => act(() => api.post(`/deliveries/${id}/redeliver`), 'Entrega em andamento.'),
    { kind: state === 'failed' ? 'sun' : 'plain', icon: 'resend', focus: `again-${id}` },
  );
  return h(
    'li',
    { class: 'row tall' },
    h('div', { class: 'row-state' }, pill(state)),
    h(
      'div',
      { class: 'row-main' },
      h('p', { class: 'row-title' }, `Evento ${id}: ${titleOf(kind, body)}`),
      h(
        'p',
        { class: 'row-note' },
        h('code', {}, url),
        state === 'pending' && dueAt && h('span', {}, 'próxima tentativa ', ago(dueAt)),
      ),
      attempts.length > 0 && h('ol', { class: 'attempts' }, attempts.map(attempt)),
      rawJson(body, 'Corpo'),
    ),
    h('div', { class: 'row-actions' }, again),
  );
}

function titleOf(kind, body) {
  const [event] = Array.isArray(body) ? body : (Object.values(body)[0] ?? []);
  const status = event?.devolucoes?.at(-1)?.status ?? event?.status;
  return [KINDS[kind], event?.txid ?? event?.idRec ?? event?.endToEndId, status]
    .filter(Boolean)
    .join(' · ');
}

function attempt({ at, status, error }) {
  const good = status >= 200 && status < 300;
  const waiting = status === undefined && error === undefined;
  return h(
    'li',
    { class: waiting ? 'waiting' : good ? 'good' : 'bad', title: at },
    icon(good ? 'check' : 'close'),
    h('b', {}, waiting ? '…' : (status ?? ERRORS[error] ?? error)),
    h('time', { datetime: at }, formatTime(at)),
  );
}

function more() {
  limit += PAGE;
  return reload();
}

function nothing(registered) {
  return emptyState(
    'webhook',
    'Nenhuma entrega ainda',
    registered.length > 0
      ? 'O próximo pagamento de uma dessas chaves será avisado.'
      : 'Registre um webhook pela API (PUT /webhook/{chave}) para receber avisos de pagamento.',
  );
}
