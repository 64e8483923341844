import type { InvoiceStatus } from '../../../src/invoices/invoice-status.js';
import type { InvoiceView } from '../../../src/invoices/invoice.view.js';
import type { Tone } from '../components/status-badge.js';
import { describeOrder, type OrderText } from '../orders/order-texts.js';
import { formatMoney } from '../text/money.js';

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
    ? { ...text, text: `Recebemos ${formatMoney(valorPago ?? valor)}. Obrigado!` }
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
