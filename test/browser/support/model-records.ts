import type { PixPaymentMeaning, PixRefundState, PixTaskReason } from '../../../lib/ledger.js';
import type { ChargePageView } from '../../../sample-app/src/backoffice/charges.controller.js';
import type { BooksView, DayView } from '../../../sample-app/src/books/books.controller.js';
import type {
  CatalogueView,
  ConfigView,
} from '../../../sample-app/src/catalogue/catalogue.controller.js';
import { PLANS, PRODUCTS } from '../../../sample-app/src/catalogue/catalogue.js';
import type { ChargeStatus, ChargeView } from '../../../sample-app/src/charges/charge.view.js';
import type { DeliveriesView } from '../../../sample-app/src/deliveries/deliveries.controller.js';
import type { HealthView } from '../../../sample-app/src/health/health.controller.js';
import type { InvoiceToday } from '../../../sample-app/src/invoices/invoices.service.js';
import type {
  PaymentRowView,
  RefundView,
} from '../../../sample-app/src/payments/payments.controller.js';
import type { SubscriptionView } from '../../../sample-app/src/subscriptions/subscriptions.controller.js';
import type { TaskView } from '../../../sample-app/src/tasks/tasks.controller.js';

// What the API of a shop answers, with every status, kind, reason and cause that a page has a text for.

/** Shortly before midnight in Brasília, and the next day in Lisbon and in UTC. */
export const AT = '2026-11-23T02:30:00Z';

const E2E = 'E12345678202611230230abcdefghijk';
const MEANINGS: readonly PixPaymentMeaning[] = [
  'full',
  'late',
  'duplicate',
  'other amount',
  'no charge',
];
const REFUNDS: readonly PixRefundState[] = ['asked', 'processing', 'returned', 'failed', 'refused'];
const STATUSES: readonly ChargeStatus[] = [
  'CRIANDO',
  'PENDENTE',
  'ATIVA',
  'PAGO',
  'EM_ANALISE',
  'DEVOLVENDO',
  'DEVOLVIDO',
  'CANCELANDO',
  'CANCELADO',
  'EXPIRADO',
  'NEGADO',
];
const ATTEMPTS = ['SOLICITADA', 'AGENDADA', 'PAGA', 'CANCELADA', 'REJEITADA', 'EXPIRADA'];
const REASONS: readonly PixTaskReason[] = [
  'late',
  'duplicate',
  'other amount',
  'no charge',
  'refund refused',
  'refund failed',
  'revise refused',
  'cancel refused',
  'retry refused',
  'creation unclear',
  'retry unclear',
  'handler failed',
];

const charge = (given: Partial<ChargeView>): ChargeView => ({
  id: 'c',
  tipo: 'cob',
  status: 'PENDENTE',
  identificador: 'txid',
  valor: '1234.50',
  criadaEm: AT,
  pagavelAte: null,
  pixCopiaECola: '000201',
  qrCode: null,
  pagamentos: [],
  devolvido: '0.00',
  tentativas: [],
  ...given,
});

const config: ConfigView = {
  demo: true,
  console: 'http://localhost:9',
  cnpj: '12.345.678/0001-95',
};

const catalogue: CatalogueView = { produtos: PRODUCTS, quantidadeMaxima: 99 };

const today: InvoiceToday = {
  dia: '2026-12-02',
  original: '37.00',
  multa: '0.74',
  juros: '0.05',
  desconto: '1.00',
  total: '36.79',
  calculado: true,
};

const ROWS: readonly Partial<ChargeView>[] = [
  ...STATUSES.map((status) => ({ status })),
  { tipo: 'cobv' },
  { tipo: 'cobr' },
  { tipo: 'rec' },
  { tipo: 'rec', status: 'NEGADO', valor: null },
];
const rows = ROWS.map((given, index) => ({
  ...charge({ ...given, id: String(index) }),
  assunto: `Assunto ${String(index)}`,
  pagina: '/pedido/o',
}));
const charges: ChargePageView = { itens: rows, proxima: 'seguinte' };

const payments: PaymentRowView[] = [...MEANINGS, null].map((situacao, index) => ({
  endToEndId: `${E2E}${String(index)}`,
  valor: '37.00',
  horario: AT,
  situacao,
  cobranca: situacao === 'no charge' ? null : 'c',
  devolvido: '7.00',
  peloBanco: situacao === 'full',
}));

const refunds: RefundView[] = REFUNDS.map((situacao) => ({
  endToEndId: E2E,
  id: situacao,
  valor: '7.00',
  situacao,
  pedidaPor: situacao === 'returned' ? 'bank' : 'ledger',
  pedidaEm: AT,
  liquidadaEm: situacao === 'returned' ? '2026-11-23T03:30:00Z' : null,
  cobranca: situacao === 'failed' ? null : 'c',
}));

const tasks: TaskView[] = REASONS.map((motivo, index) => ({
  numero: index + 1,
  motivo,
  cobranca: motivo === 'no charge' ? null : 'c',
  endToEndId: E2E,
  valor: '37.00',
  sobre: motivo === 'handler failed' ? 'OrdersService.paid' : null,
  escolhas: index === 0 ? ['refund', 'accept', 'assign', 'retry', 'dismiss'] : ['dismiss'],
  criadaEm: AT,
}));

const notice = (
  numero: number,
  evento: string,
  tentativas: number,
  concluidaEm: string | null,
) => ({
  numero,
  evento,
  tratador: 'OrdersService.paid',
  cobranca: 'c',
  em: AT,
  tentativas,
  concluidaEm,
});
const deliveries: DeliveriesView = {
  avisos: [
    ...['opened', 'approved', 'paid', 'expired', 'cancelled', 'refused', 'refunded', 'task'].map(
      (evento, index) => notice(index, evento, 1, AT),
    ),
    notice(8, 'paid', 1, null),
    notice(9, 'paid', 2, null),
  ],
  falhas: [{ chave: 'k', tipo: 'pix', falhouEm: AT, tentativas: 5, motivo: 'Sem resposta' }],
};

const days: DayView[] = [
  { dia: '2026-11-20', recebido: '100.00', pagamentos: 2, devolvido: '50.00' },
  { dia: '2026-11-21', recebido: '0.00', pagamentos: 0, devolvido: '0.00' },
  { dia: '2026-11-22', recebido: '1000.00', pagamentos: 3, devolvido: '0.00' },
];

const books: BooksView = {
  anterior: '1.00',
  recebido: '1100.00',
  devolvido: '50.00',
  saldo: '1051.00',
  emTransito: '7.00',
  banco: '1060.00',
  diferenca: '10.00',
  diferencas: [
    { endToEndId: E2E, devolucao: null, loja: null, banco: '12.00' },
    { endToEndId: E2E, devolucao: 'd', loja: '2.00', banco: '4.00' },
  ],
};

const health = {
  status: 'down',
  bancoDeDados: { status: 'up' },
  livro: { status: 'up', unsettled: 2, tasks: 3 },
  banco: {
    status: 'unknown',
    reason: 'the token is valid, and the last answer is too old',
    lastAnswer: AT,
  },
  certificado: { status: 'down', daysLeft: 1, notAfter: '2026-11-24T02:30:00Z' },
  conciliacao: { status: 'up', lagSeconds: 61 },
  fila: { status: 'down', deadLetters: 2 },
} as HealthView;

/** A charge of the back office with each kind of payment, refund, attempt and step of its history. */
const month = {
  ...charge({
    tipo: 'cobr',
    pagamentos: payments.map(({ cobranca: _, ...payment }, index) => ({
      ...payment,
      devolucoes: index === 0 ? refunds.map(({ endToEndId: _e, ...refund }) => refund) : [],
    })),
    devolvido: '7.00',
    pagavelAte: '2026-12-01T02:59:59Z',
    tentativas: ATTEMPTS.map((status) => ({ dia: '2026-11-30', status })),
  }),
  assunto: 'Mês de novembro',
  pagina: '/assinaturas/s',
  historico: (['call', 'event', 'reconciler', 'person'] as const).map((causa) => ({
    em: AT,
    de: 'opening',
    para: 'open',
    causa,
    oque: 'PUT /cobr',
    tentativas: 1,
    correlacao: 'corr',
  })),
};

const subscription = (status: ChargeStatus): SubscriptionView => ({
  id: 's',
  contrato: 'CAFE1',
  plano: 'Clube do Café 500 g',
  valor: '62.90',
  nome: 'Maria',
  cpf: '•••',
  dataInicial: '2026-11-27',
  cobranca: charge({ tipo: 'rec', status }),
  meses:
    status === 'ATIVA'
      ? ATTEMPTS.map((attempt, index) => ({
          competencia: `2026-0${String(index + 1)}`,
          vencimento: `2026-0${String(index + 1)}-27`,
          cobranca: charge({ tipo: 'cobr', tentativas: [{ dia: '2026-11-27', status: attempt }] }),
        }))
      : [],
});

/** The statuses of a subscription. */
export const SUBSCRIPTIONS = [
  'CRIANDO',
  'PENDENTE',
  'ATIVA',
  'CANCELANDO',
  'CANCELADO',
  'EXPIRADO',
  'NEGADO',
] as const satisfies readonly ChargeStatus[];

/** Answers by path, without the query. */
export const RECORDS: Readonly<Record<string, unknown>> = {
  '/api/config': config,
  '/api/products': catalogue,
  '/api/plans': { disponivel: true, planos: PLANS },
  '/api/invoices/i/today': today,
  '/api/admin/session': { aberta: true },
  '/api/admin/charges': charges,
  '/api/admin/charges/m': month,
  '/api/admin/payments': payments,
  '/api/admin/refunds': refunds,
  '/api/admin/tasks': tasks,
  '/api/admin/deliveries': deliveries,
  '/api/admin/books': days,
  '/api/admin/health': health,
  ...Object.fromEntries(
    SUBSCRIPTIONS.map((status) => [`/api/subscriptions/${status}`, subscription(status)]),
  ),
};

/** Answers to what changes something, and the path of the list that they are. Others are empty. */
export const ACCEPTED: Readonly<Record<string, readonly [answer: object, changed?: string]>> = {
  '/api/orders': [{ id: 'o' }],
  '/api/subscriptions': [{ id: 'ATIVA' }],
  '/api/admin/session': [{ aberta: true }],
  '/api/admin/books': [books],
  '/api/admin/invoices': [{ cobranca: charge({ tipo: 'cobv', status: 'CRIANDO' }) }],
  '/api/admin/tasks/1': [tasks.slice(1), '/api/admin/tasks'],
  '/api/admin/deliveries/k/retry': [{ ...deliveries, falhas: [] }, '/api/admin/deliveries'],
};

/** What this browser has stored: a cart, and the orders that were opened, of which the shop no longer has one. */
export const STORED: Readonly<Record<string, unknown>> = {
  'loja-ipe-cesta': { key: 'k', quantities: { 'camiseta-ipe': 2, 'cafe-da-serra': 98 } },
  'loja-ipe-pedidos': ['o', 'x'],
};
