import type { InvoiceStatus, Invoice } from '../database/schema.js';
import { renderQrCodeUrl } from '../orders/order.view.js';
import { type PaymentRefundsView, toPaymentRefundsView } from '../refunds/refund.view.js';
import type { RefundablePayment } from '../refunds/refunds.repository.js';
import { addDays, toDay } from './brazilian-day.js';

/** An invoice in the event stream: its identifiers and the fields that change. */
export class InvoiceEvent {
  readonly id!: string;
  readonly txid!: string;
  readonly status!: InvoiceStatus;
  readonly pagoEm!: string | null;
  readonly valorPago!: string | null;
}

/** The terms of an invoice. Instants are RFC 3339, dates `YYYY-MM-DD`, amounts and percentages decimal text. */
class InvoiceTermsView extends InvoiceEvent {
  /** Name of the debtor. */
  readonly nome!: string;
  /** CPF or CNPJ of the debtor, partly hidden. */
  readonly cpfCnpj!: string;
  readonly descricao!: string;
  /** The amount without fine, interest and discount. */
  readonly valor!: string;
  readonly vencimento!: string;
  readonly diasAposVencimento!: number;
  readonly multaPercentual!: string | null;
  readonly jurosPercentualMes!: string | null;
  readonly descontoPercentual!: string | null;
  readonly descontoAte!: string | null;
  readonly criadoEm!: string;
}

/** An invoice in responses, for its debtor. */
export class InvoiceView extends InvoiceTermsView {
  /** Text of the QR Code; `null` until the bank has confirmed the charge. */
  readonly pixCopiaECola!: string | null;
  /** The QR Code as an SVG data URL. */
  readonly qrCode!: string | null;
}

/** An invoice in the lists of the back office. */
export class InvoiceRowView extends InvoiceTermsView {
  /** Why the bank refused it. */
  readonly erro!: string | null;
  /** Line in the CSV file. */
  readonly linha!: number | null;
  /** The last day on which it can be paid. A bank moves a day without banking business to the next one. */
  readonly ultimoDia!: string;
  /** Whether it waits for a payment and its last day is over. */
  readonly prazoAcabou!: boolean;
  /** The day at whose beginning it becomes `EXPIRADO`, unless it was paid by then. */
  readonly expiraNoDia!: string;
}

/** An invoice with its payments, in the back office. */
export class InvoiceDetailView extends InvoiceRowView {
  readonly pagamentos!: PaymentRefundsView[];
}

/** What an invoice costs today, as the bank computes it. Amounts are decimal text; `null`: no such part. */
export class InvoiceTodayView {
  readonly dia!: string;
  readonly original!: string;
  readonly multa!: string | null;
  readonly juros!: string | null;
  readonly desconto!: string | null;
  readonly total!: string;
}

export function toInvoiceView(invoice: Invoice): InvoiceView {
  const { pixCopiaECola } = invoice;
  return {
    ...toCommonView(invoice),
    pixCopiaECola,
    qrCode: pixCopiaECola === null ? null : renderQrCodeUrl(pixCopiaECola),
  };
}

export function toInvoiceRowView(invoice: Invoice): InvoiceRowView {
  const { status, vencimento, diasAposVencimento, expiraEm, erro, linha } = invoice;
  const ultimoDia = addDays(vencimento, diasAposVencimento);
  return {
    ...toCommonView(invoice),
    erro,
    linha,
    ultimoDia,
    prazoAcabou: status === 'PENDENTE' && ultimoDia < toDay(new Date()),
    expiraNoDia: toDay(expiraEm),
  };
}

export function toInvoiceDetailView(
  invoice: Invoice,
  payments: readonly RefundablePayment[],
): InvoiceDetailView {
  return { ...toInvoiceRowView(invoice), pagamentos: payments.map(toPaymentRefundsView) };
}

export function toInvoiceEvent({ id, txid, status, pagoEm, valorPago }: Invoice): InvoiceEvent {
  return { id, txid, status, pagoEm: pagoEm?.toISOString() ?? null, valorPago };
}

function toCommonView(invoice: Invoice): InvoiceTermsView {
  return {
    ...toInvoiceEvent(invoice),
    nome: invoice.nome,
    cpfCnpj: hideTaxId(invoice.cpfCnpj),
    descricao: invoice.descricao,
    valor: invoice.valor,
    vencimento: invoice.vencimento,
    diasAposVencimento: invoice.diasAposVencimento,
    multaPercentual: invoice.multaPercentual,
    jurosPercentualMes: invoice.jurosPercentualMes,
    descontoPercentual: invoice.descontoPercentual,
    descontoAte: invoice.descontoAte,
    criadoEm: invoice.criadoEm.toISOString(),
  };
}

/** Hides the first three and the last two characters of a CPF, as receipts do; of a CNPJ all but the middle. */
export function hideTaxId(text: string): string {
  return text.length === 11
    ? `•••.${text.slice(3, 6)}.${text.slice(6, 9)}-••`
    : `••.${text.slice(2, 5)}.${text.slice(5, 8)}/••••-••`;
}
