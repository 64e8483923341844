/* global clearTimeout, setTimeout, URLSearchParams */
import { api } from './api.js';
import { append, button, emptyState, h, icon, renderList } from './dom.js';
import { ago, formatDay, formatMoney, formatTime } from './format.js';
import {
  act,
  closeDrawer,
  copyButton,
  decimal,
  facts,
  field,
  fillDrawer,
  form,
  openDrawer,
  pill,
  rawJson,
} from './ui.js';

const STATES = [
  ['', 'Todas'],
  ['ATIVA', 'Ativas'],
  ['CONCLUIDA', 'Concluídas'],
  ['REMOVIDA_PELO_USUARIO_RECEBEDOR', 'Removidas'],
];
const KINDS = { cob: 'imediata', cobv: 'com vencimento' };
const PAGE = 50;

let filter = { status: '', q: '', limit: PAGE };
let list;
let foot;
let empty;
let reload;
let shown;
let shownText;

/** Charges: who owes what, and the button that pays. */
export const charges = {
  id: 'cobrancas',
  topic: 'charges',
  title: 'Cobranças',

  open(load) {
    reload = load;
    list = h('ul', { class: 'rows' });
    foot = h('div', { class: 'foot' });
    empty = h('div', {});
    return h(
      'section',
      { class: 'view' },
      h(
        'header',
        { class: 'head' },
        h('h1', {}, 'Cobranças'),
        button('Nova cobrança', newCharge, { kind: 'primary', icon: 'plus' }),
      ),
      h('div', { class: 'tools' }, states(), search()),
      list,
      empty,
      foot,
    );
  },

  load() {
    const query = new URLSearchParams({ limit: String(filter.limit) });
    if (filter.status) query.set('status', filter.status);
    if (filter.q) query.set('q', filter.q);
    return api.get(`/charges?${query}`);
  },

  countOf: ({ total }) => total,

  show({ charges: items, total }) {
    renderList(list, items, ({ txid }) => txid, row);
    list.hidden = items.length === 0;
    empty.replaceChildren(...(items.length > 0 ? [] : [total > 0 ? noMatch() : nothing()]));
    foot.replaceChildren();
    if (items.length === filter.limit && items.length < total) {
      append(foot, [button('Mostrar mais', more), h('p', {}, `${items.length} de ${total}`)]);
    }
    const open = items.find(({ txid }) => txid === shown);
    // Filled anew only when it has changed: somebody may be typing in it.
    if (open && JSON.stringify(open) !== shownText) void showDetail(open.txid, false);
  },
};

function row(charge) {
  const { txid, kind, status, expired, valor, valorDevido, devedor, solicitacaoPagador } = charge;
  const due = valorDevido ?? valor;
  return h(
    'li',
    { class: 'row', onclick: () => void showDetail(txid, true) },
    h(
      'div',
      { class: 'row-state' },
      expired && status === 'ATIVA' ? pill('EXPIRADA') : pill(status),
    ),
    h(
      'div',
      { class: 'row-main' },
      h(
        'button',
        { type: 'button', class: 'row-title', 'data-focus': `open-${txid}` },
        solicitacaoPagador ?? devedor ?? 'Cobrança sem descrição',
      ),
      h(
        'p',
        { class: 'row-note' },
        h('code', {}, txid),
        h('span', {}, KINDS[kind]),
        solicitacaoPagador && devedor ? h('span', {}, devedor) : '',
        ago(charge.criacao),
      ),
    ),
    h(
      'div',
      { class: 'row-amount' },
      formatMoney(due),
      due !== valor && h('small', {}, `de ${formatMoney(valor)}`),
    ),
    h(
      'div',
      { class: 'row-actions' },
      status === 'ATIVA' &&
        !expired &&
        button('Pagar', () => pay(txid), { kind: 'sun', focus: `pay-${txid}` }),
    ),
  );
}

async function pay(txid, options = {}) {
  return act(
    () => api.post(`/charges/${txid}/pay`, options),
    ({ valor }) => `${formatMoney(valor)} pagos.`,
  );
}

async function showDetail(txid, opens) {
  const charge = await act(() => api.get(`/charges/${txid}`));
  if (charge === undefined || (!opens && shown !== txid)) return;
  const { body, ...summary } = charge;
  shownText = JSON.stringify(summary);
  const title = charge.kind === 'cob' ? 'Cobrança imediata' : 'Cobrança com vencimento';
  const content = detail(summary, body);
  if (!opens) {
    fillDrawer(title, content);
    return;
  }
  shown = txid;
  openDrawer(title, content, { onclose: () => (shown = undefined) });
}

function detail(charge, body) {
  const { txid, kind, status, expired, valor, valorDevido, vence } = charge;
  const payable = status === 'ATIVA' && !expired;
  const end = kind === 'cob' ? `${formatDay(vence)} ${formatTime(vence)}` : formatDay(vence);
  return [
    h(
      'div',
      { class: 'summary' },
      h('strong', { class: 'amount' }, formatMoney(valorDevido ?? valor)),
      expired && status === 'ATIVA' ? pill('EXPIRADA') : pill(status),
    ),
    payable && payForm(txid, valorDevido ?? valor),
    body.pixCopiaECola &&
      h(
        'div',
        { class: 'code' },
        payable &&
          h('img', {
            src: `/simulator/charges/${txid}/qr.svg`,
            alt: 'QR Code da cobrança',
            width: '180',
            height: '180',
          }),
        h(
          'div',
          {},
          h('p', { class: 'copia' }, body.pixCopiaECola),
          copyButton(body.pixCopiaECola),
        ),
      ),
    facts([
      ['txid', h('code', {}, txid)],
      ['Valor original', formatMoney(valor)],
      ['Chave', charge.chave],
      ['Devedor', charge.devedor],
      ['Solicitação', charge.solicitacaoPagador],
      ['Criada', `${formatDay(charge.criacao)} ${formatTime(charge.criacao)}`],
      [kind === 'cob' ? 'Expira' : 'Vence', end],
      ['Revisão', String(charge.revisao)],
    ]),
    body.pix?.length > 0 &&
      h(
        'div',
        {},
        h('h3', {}, body.pix.length === 1 ? 'Pagamento' : 'Pagamentos'),
        h(
          'ul',
          { class: 'lines' },
          body.pix.map((pix) =>
            h(
              'li',
              {},
              h('strong', {}, formatMoney(pix.valor)),
              h('code', {}, pix.endToEndId),
              ago(pix.horario),
            ),
          ),
        ),
      ),
    rawJson(body, 'Como a API a mostra'),
    status === 'ATIVA' && [
      h('hr', {}),
      button('Remover, como o banco faria', () => remove(txid), { kind: 'quiet', icon: 'trash' }),
    ],
  ];
}

function remove(txid) {
  return act(() => api.post(`/charges/${txid}/remove`), 'Cobrança removida pelo PSP.');
}

function payForm(txid, valor) {
  return form(
    async ({ valor: amount, infoPagador, force }) => {
      const options = {
        ...(amount !== undefined && { valor: decimal(amount) }),
        ...(infoPagador !== undefined && { infoPagador }),
        ...(force && { force }),
      };
      await pay(txid, options);
    },
    `Pagar`,
    h(
      'div',
      { class: 'pair' },
      field(
        'Valor',
        h('input', { name: 'valor', inputmode: 'decimal', placeholder: formatMoney(valor) }),
      ),
      field('Mensagem do pagador', h('input', { name: 'infoPagador', maxlength: '140' })),
    ),
    h(
      'label',
      { class: 'check' },
      h('input', { type: 'checkbox', name: 'force' }),
      h('span', {}, 'Aceitar outro valor mesmo que a cobrança não permita'),
    ),
  );
}

function newCharge() {
  const content = form(
    async ({ valor, descricao, expiracao }) => {
      const charge = await act(
        () =>
          api.post('/charges', {
            calendario: { expiracao: Number(expiracao ?? 3_600) },
            valor: { original: decimal(valor) },
            ...(descricao && { solicitacaoPagador: descricao }),
          }),
        'Cobrança criada.',
      );
      if (charge) closeDrawer();
    },
    'Criar',
    field(
      'Valor',
      h('input', { name: 'valor', inputmode: 'decimal', required: true, placeholder: '37,00' }),
    ),
    field(
      'Descrição',
      h('input', { name: 'descricao', maxlength: '140', placeholder: 'Camiseta' }),
    ),
    field(
      'Expira em',
      h(
        'select',
        { name: 'expiracao' },
        h('option', { value: '3600' }, '1 hora'),
        h('option', { value: '60' }, '1 minuto'),
        h('option', { value: '86400' }, '1 dia'),
      ),
    ),
  );
  openDrawer('Nova cobrança', [
    h('p', { class: 'lead' }, 'O mesmo que a API faz em POST /cob, sem cliente nem token.'),
    content,
  ]);
}

function states() {
  const group = h('div', { class: 'segments', role: 'group', 'aria-label': 'Estado' });
  for (const [value, label] of STATES) {
    const option = h(
      'button',
      { type: 'button', 'aria-pressed': String(filter.status === value) },
      label,
    );
    option.addEventListener('click', () => {
      filter = { ...filter, status: value, limit: PAGE };
      for (const other of group.children)
        other.setAttribute('aria-pressed', String(other === option));
      void reload();
    });
    group.append(option);
  }
  return group;
}

function search() {
  const input = h('input', {
    type: 'search',
    value: filter.q,
    placeholder: 'txid, valor, chave, devedor…',
    'aria-label': 'Procurar cobranças',
  });
  let typing;
  input.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(() => {
      filter = { ...filter, q: input.value.trim(), limit: PAGE };
      void reload();
    }, 200);
  });
  return h('label', { class: 'search' }, icon('search'), input);
}

function more() {
  filter = { ...filter, limit: filter.limit + PAGE };
  return reload();
}

function nothing() {
  return emptyState(
    'charge',
    'Nenhuma cobrança ainda',
    'As que o seu sistema criar pela API aparecem aqui na hora.',
    button('Criar uma de teste', newCharge, { kind: 'primary', icon: 'plus' }),
  );
}

function noMatch() {
  return emptyState('search', 'Nada encontrado', 'Nenhuma cobrança corresponde ao filtro.');
}
