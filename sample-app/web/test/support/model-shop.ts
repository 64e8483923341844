import type { PixCharge, PixLedgerPayment, PixLedgerRefund } from 'nestjs-pix/ledger';
import { toChargeView } from '../../../src/charges/charge.view.js';
import type { OrderView } from '../../../src/orders/orders.controller.js';

const AT = new Date('2026-11-22T17:30:00Z');
const E2E = 'E12345678202611221730abcdefghijk';

type Changes = Partial<PixCharge>;

const charge = (given: Changes): PixCharge => ({
  id: 'c',
  account: 'default',
  kind: 'cob',
  identifier: 'txid',
  state: 'opening',
  valor: '37.00',
  pixCopiaECola: '000201',
  status: 'ATIVA',
  revisao: 0,
  tentativas: undefined,
  payableUntil: new Date(AT.getTime() + 3_600_000),
  payments: [],
  refunds: [],
  createdAt: AT,
  changedAt: AT,
  ...given,
});

const paid = (meaning: PixLedgerPayment['meaning'], valor = '37.00'): Changes => ({
  payments: [{ endToEndId: E2E, charge: 'c', valor, horario: AT, meaning }],
});

const refund = (
  state: PixLedgerRefund['state'],
  valor = '37.00',
  madeBy: PixLedgerRefund['madeBy'] = 'ledger',
): Changes => ({
  refunds: [
    {
      endToEndId: E2E,
      refundId: 'r',
      valor,
      state,
      madeBy,
      askedAt: AT,
      settledAt: state === 'returned' ? AT : undefined,
    },
  ],
});

/** The states of a charge, by name. */
export const STATES = {
  opening: {},
  open: { state: 'open' },
  refused: { state: 'refused' },
  paid: { state: 'paid', ...paid('full') },
  asked: { state: 'paid', ...paid('full'), ...refund('asked') },
  processing: { state: 'paid', ...paid('full'), ...refund('processing') },
  returned: { state: 'paid', ...paid('full'), ...refund('returned') },
  partly: { state: 'paid', ...paid('full'), ...refund('returned', '7.00') },
  byBank: { state: 'paid', ...paid('full'), ...refund('returned', '37.00', 'bank') },
  failed: { state: 'paid', ...paid('full'), ...refund('failed') },
  cancelling: { state: 'cancelling' },
  cancelled: { state: 'cancelled' },
  expired: { state: 'expired' },
  late: { state: 'expired', ...paid('late') },
  lateAsked: { state: 'expired', ...paid('late'), ...refund('asked') },
  lateReturned: { state: 'expired', ...paid('late'), ...refund('returned') },
  otherAmount: { state: 'open', ...paid('other amount', '36.00') },
} as const satisfies Readonly<Record<string, Changes>>;

export type State = keyof typeof STATES;

/** Every change that the ledger makes to a charge, from one state to the next. */
export const TRANSITIONS: readonly (readonly [State, State])[] = [
  ['opening', 'open'],
  ['opening', 'refused'],
  ['opening', 'cancelling'],
  ['open', 'paid'],
  ['open', 'expired'],
  ['open', 'cancelling'],
  ['open', 'otherAmount'],
  ['otherAmount', 'paid'],
  ['cancelling', 'cancelled'],
  ['cancelling', 'paid'],
  // Made in time, notified late.
  ['expired', 'paid'],
  ['expired', 'late'],
  ['cancelled', 'late'],
  ['late', 'paid'],
  ['late', 'lateAsked'],
  ['lateAsked', 'late'],
  ['lateAsked', 'lateReturned'],
  ['paid', 'asked'],
  ['asked', 'processing'],
  ['asked', 'paid'],
  ['processing', 'returned'],
  ['processing', 'partly'],
  ['processing', 'failed'],
  ['failed', 'asked'],
  ['partly', 'asked'],
];

/** A shop with one order, one invoice and one subscription, whose charges are all in one state. */
export class ModelShop {
  state: State = 'opening';
  readonly #kept: Partial<Record<State, Readonly<Record<string, object>>>> = {};

  readonly read = (path: string): object => {
    this.#kept[this.state] ??= this.#records();
    const record = this.#kept[this.state]?.[path];
    if (!record) throw new Error(`No record ${path}`);
    return record;
  };

  #records(): Readonly<Record<string, object>> {
    const changes: Changes = STATES[this.state];
    const of = (kind: PixCharge['kind']) => toChargeView(charge({ ...changes, kind }));
    const cobranca = of('cob');
    const order = { id: 'o', descricao: 'Camiseta', itens: [], valor: '37.00', cobranca };
    const invoice = { ...INVOICE, cobranca: of('cobv') };
    const recurrence = toChargeView(charge({ kind: 'rec', state: 'open', status: 'APROVADA' }));
    const month = { competencia: '2026-11', vencimento: '2026-11-30', cobranca: of('cobr') };
    const row = { ...cobranca, assunto: 'Camiseta', pagina: '/pedido/o' };
    return {
      '/api/orders/o': order satisfies Partial<OrderView>,
      '/api/invoices/i': invoice,
      '/api/subscriptions/s': { ...SUBSCRIPTION, cobranca: recurrence, meses: [month] },
      '/api/admin/charges/c': { ...row, historico: [] },
      '/api/admin/charges': { itens: [row], proxima: null },
      '/api/admin/invoices': [invoice],
      ...this.#money(changes),
    };
  }

  #money({ payments = [], refunds = [], state }: Changes): Readonly<Record<string, object>> {
    const [view] = toChargeView(charge({ payments, refunds })).pagamentos;
    const isLate = payments.some(({ meaning }) => meaning !== 'full') && refunds.length === 0;
    return {
      '/api/admin/payments': view
        ? [{ ...view, cobranca: 'c', peloBanco: view.devolucoes[0]?.pedidaPor === 'bank' }]
        : [],
      '/api/admin/refunds': (view?.devolucoes ?? []).map((each) => ({
        ...each,
        endToEndId: E2E,
        cobranca: 'c',
      })),
      '/api/admin/tasks': isLate ? [TASK] : [],
      '/api/admin/deliveries': {
        avisos: state === undefined ? [] : [{ ...NOTICE, evento: state }],
        falhas: [],
      },
    };
  }
}

const INVOICE = {
  id: 'i',
  nome: 'Maria',
  cpfCnpj: '•••',
  descricao: 'Aulas',
  valor: '37.00',
  vencimento: '2026-11-30',
  diasAposVencimento: 30,
  ultimoDia: '2026-12-30',
  multaPercentual: null,
  jurosPercentualMes: null,
  descontoPercentual: null,
  descontoAte: null,
  hoje: '2026-11-22',
};

const SUBSCRIPTION = {
  id: 's',
  contrato: 'CAFE1',
  plano: 'Clube',
  valor: '37.00',
  nome: 'Maria',
  cpf: '•••',
  dataInicial: '2026-11-27',
};

const TASK = {
  numero: 1,
  motivo: 'late',
  cobranca: 'c',
  endToEndId: E2E,
  valor: '37.00',
  sobre: null,
  escolhas: ['refund', 'accept', 'dismiss'],
  criadaEm: AT.toISOString(),
};

const NOTICE = {
  numero: 1,
  tratador: 'OrdersService.paid',
  cobranca: 'c',
  em: AT.toISOString(),
  tentativas: 1,
  concluidaEm: null,
};
