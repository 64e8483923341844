import type { InvoiceView } from '../../../src/invoices/invoice.view.js';
import { addDays, formatDate } from '../text/dates.js';

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
