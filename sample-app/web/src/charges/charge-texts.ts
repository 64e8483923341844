import type { PixChargeKind, PixPaymentMeaning, PixRefundState } from 'nestjs-pix/ledger';
import type { ChargeStatus, ChargeView } from '../../../src/charges/charge.view.js';
import type { IconName } from '../components/icon.js';
import type { Tone } from '../components/status-badge.js';
import { formatMoment } from '../text/dates.js';
import { formatMoney, sumMoney } from '../text/money.js';

/** What a customer reads about a status. */
export interface ChargeText {
  readonly icon: IconName;
  readonly tone: Tone;
  readonly title: string;
  readonly status: string;
  readonly text: string;
}

/** What is paid. */
export type Paid = 'pedido' | 'fatura';

/** Returns what is said about a charge that cannot be paid; `undefined` while it can. */
export function describeCharge(charge: ChargeView, paid: Paid): ChargeText | undefined {
  const { status } = charge;
  if (status === 'PENDENTE' || status === 'ATIVA') return undefined;
  if (status === 'PAGO') return describePaid(charge, paid);
  if (status === 'EM_ANALISE') return describeReview(charge);
  if (status === 'DEVOLVIDO' && isReturnedByBank(charge)) return { ...TEXTS[status], ...BY_BANK };
  const text = TEXTS[status];
  return paid === 'fatura' ? { ...text, ...INVOICE_TEXTS[status] } : text;
}

/** Whether the bank gave back what it gave back without the shop: a dispute, or its own application. */
function isReturnedByBank({ pagamentos }: ChargeView): boolean {
  return pagamentos
    .flatMap(({ devolucoes }) => devolucoes)
    .some(({ situacao, pedidaPor }) => situacao === 'returned' && pedidaPor === 'bank');
}

const BY_BANK = { text: 'O banco da loja devolveu o valor para a conta de onde saiu.' };

function describePaid(charge: ChargeView, paid: Paid): ChargeText {
  const { pagamentos, devolvido } = charge;
  const payment = pagamentos.find(({ situacao }) => situacao === 'full');
  const received = payment
    ? `Recebemos ${formatMoney(payment.valor)} em ${formatMoment(payment.horario)}, horário de Brasília.`
    : 'Recebemos o pagamento.';
  const kept = pagamentos.filter((p) => p.situacao && p !== payment && p.devolvido !== p.valor);
  const extra = formatMoney(sumMoney(kept.map(({ valor }) => valor)));
  const also = kept.length > 0 ? ` Recebemos também ${extra} a mais, e a loja vai conferir.` : '';
  const thanks = paid === 'pedido' ? 'Obrigado pela compra!' : 'Obrigado!';
  const by = isReturnedByBank(charge) ? ' pelo banco' : '';
  const gone = `${formatMoney(devolvido)} foram devolvidos${by}.`;
  const text = `${received}${also} ${devolvido === '0.00' ? thanks : gone}`;
  return { icon: 'check', tone: 'good', title: 'Pago!', status: 'Pagamento recebido', text };
}

/** Money that fits no open charge: it must not be paid again. */
function describeReview({ pagamentos }: ChargeView): ChargeText {
  const received = formatMoney(sumMoney(pagamentos.map(({ valor }) => valor)));
  return {
    icon: 'clock',
    tone: 'neutral',
    title: 'Pagamento em análise',
    status: 'Em análise',
    text: `Recebemos ${received} fora do prazo ou com outro valor. Não pague de novo: a loja vai conferir, e esta página mostra o resultado.`,
  };
}

type Ended = Exclude<ChargeStatus, 'PENDENTE' | 'ATIVA' | 'PAGO' | 'EM_ANALISE'>;

const TEXTS: Readonly<Record<Ended, ChargeText>> = {
  CRIANDO: {
    icon: 'clock',
    tone: 'neutral',
    title: 'Preparando o Pix',
    status: 'Falando com o banco',
    text: 'O QR Code aparece aqui assim que o banco confirmar a cobrança.',
  },
  NEGADO: {
    icon: 'cross',
    tone: 'neutral',
    title: 'Cobrança não criada',
    status: 'O banco recusou a cobrança',
    text: 'O banco não criou o Pix deste pedido, e nada será cobrado. Faça outro pedido ou fale com a loja.',
  },
  CANCELANDO: {
    icon: 'clock',
    tone: 'neutral',
    title: 'Cancelando…',
    status: 'Cancelando o pedido',
    text: 'Estamos confirmando o cancelamento com o banco. Não pague este pedido.',
  },
  DEVOLVENDO: {
    icon: 'clock',
    tone: 'neutral',
    title: 'Devolução a caminho',
    status: 'Devolvendo',
    text: 'O banco está devolvendo o seu pagamento.',
  },
  DEVOLVIDO: {
    icon: 'check',
    tone: 'neutral',
    title: 'Pagamento devolvido',
    status: 'Devolvido',
    text: 'O valor voltou para a conta de onde saiu.',
  },
  CANCELADO: {
    icon: 'cross',
    tone: 'neutral',
    title: 'Pedido cancelado',
    status: 'Pedido cancelado',
    text: 'O QR Code não vale mais e nada será cobrado.',
  },
  EXPIRADO: {
    icon: 'clock',
    tone: 'neutral',
    title: 'O prazo acabou',
    status: 'Pedido expirado',
    text: 'O pagamento não chegou a tempo. Se você já pagou, espere: esta página avisa quando o banco confirmar. Senão, faça um novo pedido.',
  },
};

/** Where the texts of an order do not fit an invoice. */
const INVOICE_TEXTS: Readonly<Partial<Record<Ended, Partial<ChargeText>>>> = {
  NEGADO: {
    title: 'Fatura não emitida',
    status: 'Fatura não emitida',
    text: 'O banco não criou esta fatura. Fale com a loja.',
  },
  CANCELANDO: {
    status: 'Cancelando a fatura',
    text: 'A loja está cancelando esta fatura. Não pague.',
  },
  CANCELADO: {
    title: 'Fatura cancelada',
    status: 'Fatura cancelada',
    text: 'A loja cancelou esta fatura. O QR Code não vale mais e nada será cobrado.',
  },
  EXPIRADO: {
    status: 'Fatura expirada',
    text: 'Esta fatura não pode mais ser paga. Se você já pagou, espere: esta página avisa quando o banco confirmar. Senão, fale com a loja.',
  },
};

/** A status in words, for lists. */
export function describeStatus({ status, tipo, tentativas }: ChargeShown): readonly [Tone, string] {
  if (tipo === 'rec') return RECURRENCE_LABELS[status] ?? LABELS[status];
  if (tipo === 'cobr' && status === 'PENDENTE') {
    const last = tentativas.at(-1)?.status;
    const hasFailed = last === 'REJEITADA' || last === 'EXPIRADA';
    return hasFailed ? ['bad', 'Sem saldo na tentativa'] : ['waiting', 'Agendada'];
  }
  return LABELS[status];
}

export type ChargeShown = Pick<ChargeView, 'status' | 'tipo' | 'tentativas'>;

const LABELS: Readonly<Record<ChargeStatus, readonly [Tone, string]>> = {
  CRIANDO: ['waiting', 'Criando'],
  PENDENTE: ['waiting', 'Aguardando pagamento'],
  ATIVA: ['good', 'Ativa'],
  PAGO: ['good', 'Paga'],
  EM_ANALISE: ['bad', 'Em análise'],
  DEVOLVENDO: ['waiting', 'Devolvendo'],
  DEVOLVIDO: ['neutral', 'Devolvida'],
  CANCELANDO: ['waiting', 'Cancelando'],
  CANCELADO: ['neutral', 'Cancelada'],
  EXPIRADO: ['neutral', 'Expirada'],
  NEGADO: ['bad', 'Negada pelo banco'],
};

const RECURRENCE_LABELS: Readonly<Partial<Record<ChargeStatus, readonly [Tone, string]>>> = {
  PENDENTE: ['waiting', 'Aguardando aprovação'],
  NEGADO: ['neutral', 'Recusada'],
};

export const KINDS: Readonly<Record<PixChargeKind, string>> = {
  cob: 'Pedido',
  cobv: 'Fatura',
  cobr: 'Mês de assinatura',
  rec: 'Assinatura',
};

export const MEANINGS: Readonly<Record<PixPaymentMeaning, string>> = {
  full: 'Pagou a cobrança',
  late: 'Fora do prazo',
  duplicate: 'Pago de novo',
  'other amount': 'Outro valor',
  'no charge': 'Sem cobrança da loja',
};

export const REFUND_LABELS: Readonly<Record<PixRefundState, readonly [Tone, string]>> = {
  asked: ['waiting', 'Pedida'],
  processing: ['waiting', 'Em andamento'],
  returned: ['good', 'Devolvida'],
  failed: ['bad', 'Não realizada'],
  refused: ['bad', 'Recusada pelo banco'],
};
