import type { InvoiceView } from '../../../src/invoices/invoice.view.js';
import { formatDate } from '../text/dates.js';

type Terms = Pick<
  InvoiceView,
  | 'vencimento'
  | 'ultimoDia'
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

/** Only the bank knows the local holidays that extend the time, so it has the last word on the days after it. */
function describeDeadline({ ultimoDia }: Terms, day = ''): string {
  if (day > ultimoDia) {
    return `O prazo terminou em ${formatDate(ultimoDia)}, ou no dia útil seguinte se foi feriado na sua cidade. Se o seu banco recusar o pagamento, fale com a loja.`;
  }
  return `Pode ser paga até ${formatDate(ultimoDia)}.`;
}
