import { calculateCobV } from 'nestjs-pix';
import { toDay } from '../charges/brazilian-day.js';
import { type ChargeView, toChargeView } from '../charges/charge.view.js';
import type { ChargedInvoice } from './invoices.service.js';
import { toCobV } from './to-cobv.js';

/** An invoice in responses. Dates are `YYYY-MM-DD`, amounts and percentages decimal text. */
export interface InvoiceView {
  readonly id: string;
  /** Name of the debtor. */
  readonly nome: string;
  /** CPF or CNPJ of the debtor, partly hidden. */
  readonly cpfCnpj: string;
  readonly descricao: string;
  readonly valor: string;
  readonly vencimento: string;
  readonly diasAposVencimento: number;
  /** The last day of payment, if no holiday of the payer's city extends it. */
  readonly ultimoDia: string;
  readonly multaPercentual: string | null;
  readonly jurosPercentualMes: string | null;
  readonly descontoPercentual: string | null;
  readonly descontoAte: string | null;
  /** Today as banks count: another day is another amount. */
  readonly hoje: string;
  readonly cobranca: ChargeView;
}

export function toInvoiceView({ invoice, charge }: ChargedInvoice): InvoiceView {
  const { id, nome, descricao, valor, vencimento, diasAposVencimento } = invoice;
  const { multaPercentual, jurosPercentualMes, descontoPercentual, descontoAte } = invoice;
  return {
    id,
    nome,
    cpfCnpj: hideTaxId(invoice.cpfCnpj),
    descricao,
    valor,
    vencimento,
    diasAposVencimento,
    ultimoDia: calculateCobV(toCobV(invoice), vencimento).lastDay,
    multaPercentual,
    jurosPercentualMes,
    descontoPercentual,
    descontoAte,
    hoje: toDay(new Date()),
    cobranca: toChargeView(charge),
  };
}

/** Shows three characters of a CPF: from six and its check digits, the rest can be guessed. Of a CNPJ the middle. */
export function hideTaxId(text: string): string {
  return text.length === 11
    ? `•••.•••.${text.slice(6, 9)}-••`
    : `••.${text.slice(2, 5)}.${text.slice(5, 8)}/••••-••`;
}
