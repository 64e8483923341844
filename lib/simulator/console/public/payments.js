import { api } from './api.js';
import { button, emptyState, h, renderList } from './dom.js';
import { ago, formatMoney } from './format.js';
import { act, closeDrawer, decimal, field, form, openDrawer, pill, rawJson } from './ui.js';

const PAGE = 50;
let limit = PAGE;
let list;
let foot;
let empty;
let reload;

/** Received payments and what became of their refunds. */
export const payments = {
  id: 'pagamentos',
  topic: 'payments',
  title: 'Pagamentos',

  open(load) {
    reload = load;
    list = h('ul', { class: 'rows' });
    empty = h('div', {});
    foot = h('div', { class: 'foot' });
    return h(
      'section',
      { class: 'view' },
      h(
        'header',
        { class: 'head' },
        h('h1', {}, 'Pagamentos'),
        button('Receber um Pix', receive, { kind: 'primary', icon: 'plus' }),
      ),
      list,
      empty,
      foot,
    );
  },

  load: () => api.get(`/pix?limit=${limit}`),

  countOf: ({ total }) => total,

  show({ pix, total }) {
    renderList(list, pix, ({ endToEndId }) => endToEndId, row);
    list.hidden = pix.length === 0;
    empty.replaceChildren(...(pix.length > 0 ? [] : [nothing()]));
    foot.replaceChildren(...(pix.length < total ? [button('Mostrar mais', more)] : []));
  },
};

function row(pix) {
  const { endToEndId, txid, valor, horario, infoPagador, chave, devolucoes = [] } = pix;
  return h(
    'li',
    { class: 'row tall' },
    h('div', { class: 'row-amount first' }, formatMoney(valor)),
    h(
      'div',
      { class: 'row-main' },
      h(
        'p',
        { class: 'row-title' },
        infoPagador ?? (txid ? 'Pagamento de cobrança' : 'Pix avulso'),
      ),
      h(
        'p',
        { class: 'row-note' },
        h('code', {}, endToEndId),
        txid && h('span', {}, 'txid ', h('code', {}, txid)),
        h('span', {}, chave),
        ago(horario),
      ),
      devolucoes.length > 0 &&
        h(
          'ul',
          { class: 'lines' },
          devolucoes.map((devolucao) => refund(endToEndId, devolucao)),
        ),
      rawJson(pix),
    ),
  );
}

function refund(endToEndId, { id, valor, status, motivo }) {
  const settle = (outcome, done) => () =>
    act(() => api.put(`/pix/${endToEndId}/devolucao/${id}`, { status: outcome }), done);
  return h(
    'li',
    {},
    pill(status),
    h('strong', {}, formatMoney(valor)),
    h('span', {}, 'devolução ', h('code', {}, id)),
    motivo && h('span', {}, motivo),
    status === 'EM_PROCESSAMENTO' && [
      button('Concluir', settle('DEVOLVIDO', 'Devolução concluída.'), {
        kind: 'small',
        focus: `done-${id}`,
      }),
      button('Recusar', settle('NAO_REALIZADO', 'Devolução recusada.'), {
        kind: 'small quiet',
        focus: `fail-${id}`,
      }),
    ],
  );
}

/** A payer who has a copy-and-paste text, or only a key. */
function receive() {
  const done = async (work) => {
    const pix = await act(work, ({ valor }) => `${formatMoney(valor)} recebidos.`);
    if (pix) closeDrawer();
  };
  const amount = (required) =>
    field(
      'Valor',
      h('input', {
        name: 'valor',
        inputmode: 'decimal',
        required,
        placeholder: required ? '37,00' : 'o do código',
      }),
    );
  const message = () => field('Mensagem', h('input', { name: 'infoPagador', maxlength: '140' }));
  const byCode = form(
    ({ valor, ...values }) =>
      done(() => api.post('/pix', { ...values, ...(valor && { valor: decimal(valor) }) })),
    'Pagar código',
    field('Pix Copia e Cola', h('input', { name: 'brCode', required: true })),
    h('div', { class: 'pair' }, amount(false), message()),
  );
  const byKey = form(
    ({ valor, ...values }) => done(() => api.post('/pix', { ...values, valor: decimal(valor) })),
    'Pagar para a chave',
    field('Chave', h('input', { name: 'chave', required: true, placeholder: 'loja@example.com' })),
    h('div', { class: 'pair' }, amount(true), message()),
  );
  openDrawer('Receber um Pix', [
    h('h3', {}, 'Por código'),
    byCode,
    h('h3', {}, 'Por chave, sem cobrança'),
    byKey,
  ]);
}

function more() {
  limit += PAGE;
  return reload();
}

function nothing() {
  return emptyState(
    'payment',
    'Nenhum pagamento ainda',
    'Pague uma cobrança e ela aparece aqui, com as devoluções que vierem depois.',
    h('a', { class: 'button plain', href: '#cobrancas' }, 'Ver cobranças'),
  );
}
