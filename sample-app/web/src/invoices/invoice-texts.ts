import type { InvoiceStatus } from '../../../src/database/schema.js';
import type { InvoiceRowView, InvoiceView } from '../../../src/invoices/invoice.view.js';
import type { Tone } from '../components/status-badge.js';
import { describeOrder, type OrderText } from '../orders/order-texts.js';
import { addDays, formatDate } from '../text/dates.js';

/** The status of an invoice in words, for the back office. */
export const STATUS_LABELS: Readonly<Record<InvoiceStatus, readonly [Tone, string]>> = {
  CRIANDO: ['waiting', 'Criando'],
  PENDENTE: ['waiting', 'Em aberto'],
  PAGO: ['good', 'Paga'],
  CANCELANDO: ['waiting', 'Cancelando'],
  CANCELADO: ['neutral', 'Cancelada'],
  EXPIRADO: ['neutral', 'Expirada'],
  EM_ANALISE: ['bad', 'Em análise'],
  DEVOLVENDO: ['waiting', 'Devolvendo'],
  DEVOLVIDO: ['neutral', 'Devolvida'],
  NEGADO: ['bad', 'Negada pelo banco'],
};

/** The statuses of the filter. Those that wait for a payment include those whose last day is over. */
export const STATUS_OPTIONS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(STATUS_LABELS).map(([status, [, label]]) => [status, label]),
  ),
  PENDENTE: 'Em aberto ou no fim do prazo',
};

type Row = Pick<InvoiceRowView, 'status' | 'prazoAcabou' | 'ultimoDia' | 'expiraNoDia'>;

/** Returns the status of an invoice in words. After its last day nobody can pay it, but a payment may still be found. */
export function describeStatus({ status, prazoAcabou }: Row): readonly [Tone, string] {
  return prazoAcabou ? ['waiting', 'Fim do prazo'] : STATUS_LABELS[status];
}

/** Returns why an invoice whose last day is over is not expired yet; `undefined` for others. */
export function describeOverdue({ prazoAcabou, ultimoDia, expiraNoDia }: Row) {
  if (!prazoAcabou) return undefined;
  return `O prazo terminou em ${formatDate(ultimoDia)} ou no dia útil seguinte. A fatura expira em ${formatDate(expiraNoDia)}, se o banco não mostrar um pagamento.`;
}

/** Returns what is said to the debtor about an invoice that cannot be paid; `undefined` while it can. */
export function describeInvoice(invoice: InvoiceView): OrderText | undefined {
  const { status, pagoEm, valor, valorPago } = invoice;
  if (status === 'NEGADO') {
    return {
      icon: 'cross',
      tone: 'neutral',
      title: 'Fatura não emitida',
      status: 'Fatura não emitida',
      text: 'O banco não criou esta fatura. Fale com a loja.',
    };
  }
  const text = describeOrder({ status, pagoEm, valor: valorPago ?? valor });
  const own = OWN_TEXTS[status];
  if (!text) return undefined;
  return status === 'PAGO'
    ? { ...text, text: text.text.replace(' pela compra', '') }
    : { ...text, ...own };
}

/** Where the texts of an order do not fit. */
const OWN_TEXTS: Readonly<Partial<Record<InvoiceStatus, Partial<OrderText>>>> = {
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
    text: 'Esta fatura não pode mais ser paga. Fale com a loja.',
  },
};

type Terms = Pick<
  InvoiceView,
  | 'vencimento'
  | 'diasAposVencimento'
  | 'descontoPercentual'
  | 'descontoAte'
  | 'multaPercentual'
  | 'jurosPercentualMes'
>;

/**
 * The terms of an invoice that can be paid, in sentences.
 *
 * @param day today as the bank counts, `YYYY-MM-DD`; `undefined` until it is known
 */
export function describeTerms(invoice: Terms, day?: string): string[] {
  const { descontoPercentual, descontoAte, multaPercentual, jurosPercentualMes } = invoice;
  return [
    descontoPercentual !== null &&
      descontoAte !== null &&
      `Desconto de ${formatPercent(descontoPercentual)} até ${formatDate(descontoAte)}.`,
    multaPercentual !== null && `Depois do vencimento, multa de ${formatPercent(multaPercentual)}.`,
    jurosPercentualMes !== null &&
      `Depois do vencimento, juros de ${formatPercent(jurosPercentualMes)} ao mês.`,
    describeDeadline(invoice, day),
  ].filter((term) => term !== false);
}

/** Formats "10.00" as "10%" and "2.50" as "2,5%". */
function formatPercent(value: string): string {
  return `${Number(value).toLocaleString('pt-BR')}%`;
}

/** Only the bank knows the holidays that extend the time, so it has the last word on the days after it. */
function describeDeadline({ vencimento, diasAposVencimento }: Terms, day = ''): string {
  const last = addDays(vencimento, diasAposVencimento);
  if (day > last) {
    return `O prazo terminou em ${formatDate(last)} ou no dia útil seguinte. Se o seu banco recusar o pagamento, fale com a loja.`;
  }
  return diasAposVencimento === 0
    ? 'Não pode ser paga depois do vencimento.'
    : `Pode ser paga até ${diasAposVencimento} dias depois do vencimento.`;
}
