import { api } from './api.js';
import { button, emptyState, h, icon, renderList } from './dom.js';
import { ago, formatDay, formatMoney } from './format.js';
import { act, closeDrawer, decimal, field, form, openDrawer, pill, rawJson } from './ui.js';

const PAGE = 50;
const PERIODS = {
  SEMANAL: 'semanal',
  MENSAL: 'mensal',
  TRIMESTRAL: 'trimestral',
  SEMESTRAL: 'semestral',
  ANUAL: 'anual',
};
const STANDING = new Set(['SOLICITADA', 'AGENDADA']);
const OPEN_REQUESTS = new Set(['CRIADA', 'ENVIADA', 'RECEBIDA']);

let limit = PAGE;
let list;
let empty;
let foot;
let reload;

/** Pix Automático: what the payer authorised, and the charges that follow from it. */
export const recurrences = {
  id: 'recorrencias',
  topic: 'recurrences',
  title: 'Pix Automático',

  open(load) {
    reload = load;
    list = h('ul', { class: 'rows' });
    empty = h('div', {});
    foot = h('div', { class: 'foot' });
    return h(
      'section',
      { class: 'view' },
      h('header', { class: 'head' }, h('h1', {}, 'Pix Automático')),
      list,
      empty,
      foot,
    );
  },

  load: () => api.get(`/recs?limit=${limit}`),

  countOf: ({ total }) => total,

  show({ recs, total }) {
    renderList(list, recs, ({ idRec }) => idRec, row);
    list.hidden = recs.length === 0;
    empty.replaceChildren(...(recs.length > 0 ? [] : [nothing()]));
    foot.replaceChildren(...(recs.length < total ? [button('Mostrar mais', more)] : []));
  },
};

function row({ idRec, criacao, semSaldo, rec, cobrancas }) {
  const { vinculo, calendario, valor, status, ativacao, solicitacao = [] } = rec;
  const amount = valor?.valorRec;
  const period = PERIODS[calendario.periodicidade] ?? calendario.periodicidade;
  return h(
    'li',
    { class: 'row tall' },
    h('div', { class: 'row-state' }, pill(status)),
    h(
      'div',
      { class: 'row-main' },
      h('p', { class: 'row-title' }, vinculo.objeto ?? `Contrato ${vinculo.contrato}`),
      h(
        'p',
        { class: 'row-note' },
        h('code', {}, idRec),
        h('span', {}, vinculo.devedor.nome),
        h('span', {}, `desde ${formatDay(calendario.dataInicial)}`),
        status === 'APROVADA' && h('span', {}, journey(ativacao)),
        ago(criacao),
      ),
      solicitacao.length > 0 && h('ul', { class: 'lines' }, solicitacao.map(request)),
      cobrancas.length > 0 && h('ul', { class: 'lines' }, cobrancas.map(charge)),
      status === 'APROVADA' && funds(idRec, semSaldo),
      rawJson({ rec, cobrancas }),
    ),
    h(
      'div',
      { class: 'row-amount' },
      amount === undefined ? 'Valor variável' : formatMoney(amount),
      h('small', {}, period),
    ),
    h('div', { class: 'row-actions' }, actions(idRec, status)),
  );
}

function actions(idRec, status) {
  if (status === 'CRIADA') {
    return [
      button('Aprovar', () => approve(idRec), { kind: 'sun', focus: 'approve' }),
      button('Recusar', payer(`/recs/${idRec}/reject`, 'Recorrência recusada.'), {
        kind: 'quiet',
        focus: 'reject',
      }),
    ];
  }
  if (status !== 'APROVADA') return [];
  return [
    button('Cancelar', payer(`/recs/${idRec}/cancel`, 'Cancelada pelo pagador.'), {
      kind: 'quiet',
      focus: 'cancel',
    }),
  ];
}

function payer(path, done, body = {}) {
  return () => act(() => api.post(path, body), done);
}

function journey({ tipoJornada = '' } = {}) {
  return tipoJornada.replace('JORNADA_', 'jornada ');
}

function request({ idSolicRec, status, destinatario }) {
  const open = OPEN_REQUESTS.has(status);
  return h(
    'li',
    {},
    pill(status),
    h('span', {}, 'pedido de confirmação ', h('code', {}, idSolicRec)),
    destinatario?.ispbParticipante && h('span', {}, `para ${destinatario.ispbParticipante}`),
    open && [
      button('Aceitar', payer(`/solicrecs/${idSolicRec}/accept`, 'Pedido aceito.'), {
        kind: 'small',
        focus: `accept-${idSolicRec}`,
      }),
      button('Recusar', payer(`/solicrecs/${idSolicRec}/reject`, 'Pedido recusado.'), {
        kind: 'small quiet',
        focus: `reject-${idSolicRec}`,
      }),
    ],
  );
}

function charge({ txid, status, valor, calendario, tentativas = [] }) {
  const standing = tentativas.some((attempt) => STANDING.has(attempt.status));
  const settle = (outcome, done) => payer(`/cobrs/${txid}/settle`, done, { status: outcome });
  return h(
    'li',
    {},
    pill(status),
    h('strong', {}, formatMoney(valor.original)),
    h('span', {}, `vence ${formatDay(calendario.dataDeVencimento)}`),
    h('code', {}, txid),
    standing && [
      button('Liquidar', settle('PAGA', 'Tentativa paga.'), {
        kind: 'small',
        focus: `settle-${txid}`,
      }),
      button('Rejeitar', settle('REJEITADA', 'Tentativa rejeitada.'), {
        kind: 'small quiet',
        focus: `fail-${txid}`,
      }),
    ],
    tentativas.length > 0 && h('ol', { class: 'attempts' }, tentativas.map(attempt)),
  );
}

const TONES = { PAGA: 'good', REJEITADA: 'bad', EXPIRADA: 'bad', CANCELADA: 'waiting' };

function attempt({ dataLiquidacao, status, rejeicao }) {
  const tone = TONES[status] ?? 'waiting';
  return h(
    'li',
    { class: tone, title: rejeicao?.descricao },
    icon(tone === 'good' ? 'check' : tone === 'bad' ? 'close' : 'clock'),
    h('b', {}, [status.toLowerCase(), rejeicao?.codigo].filter(Boolean).join(' ')),
    h('time', { datetime: dataLiquidacao }, formatDay(dataLiquidacao)),
  );
}

function funds(idRec, semSaldo) {
  const box = h('input', { type: 'checkbox', checked: semSaldo, 'data-focus': 'funds' });
  box.addEventListener('change', () =>
    act(
      () => api.put(`/recs/${idRec}/funds`, { available: !box.checked }),
      box.checked ? 'O pagador está sem saldo.' : 'O pagador tem saldo.',
    ),
  );
  return h('label', { class: 'check' }, box, h('span', {}, 'Pagador sem saldo'));
}

function approve(idRec) {
  const content = form(
    async ({ jornada, valorMaximo }) => {
      const options = {
        ...(jornada !== undefined && { jornada }),
        ...(valorMaximo !== undefined && { valorMaximo: decimal(valorMaximo) }),
      };
      const done = await act(() => api.post(`/recs/${idRec}/approve`, options), 'Aprovada.');
      if (done) closeDrawer();
    },
    'Aprovar',
    field(
      'Como o pagador chegou a ela',
      h(
        'select',
        { name: 'jornada' },
        h('option', { value: '' }, 'O que couber'),
        h('option', { value: 'JORNADA_1' }, 'Jornada 1: pedido no aplicativo'),
        h('option', { value: 'JORNADA_2' }, 'Jornada 2: QR Code da recorrência'),
        h('option', { value: 'JORNADA_3' }, 'Jornada 3: QR Code com o primeiro pagamento'),
        h('option', { value: 'JORNADA_4' }, 'Jornada 4: QR Code de uma cobrança'),
      ),
    ),
    field(
      'Valor máximo por cobrança',
      h('input', { name: 'valorMaximo', inputmode: 'decimal', placeholder: 'sem limite' }),
    ),
  );
  openDrawer('Aprovar recorrência', [
    h('p', { class: 'lead' }, 'O que o pagador faz no aplicativo do banco dele.'),
    content,
  ]);
}

function more() {
  limit += PAGE;
  return reload();
}

function nothing() {
  return emptyState(
    'recurrence',
    'Nenhuma recorrência ainda',
    'As que o seu sistema criar pela API (POST /rec) aparecem aqui, para o pagador aprovar ou recusar.',
  );
}
