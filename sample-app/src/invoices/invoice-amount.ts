import { formatValor, parseValor, type PixComponentesValor } from 'nestjs-pix';
import type { Invoice } from '../database/schema.js';

/** The amount of a payment as the bank reports it. */
export interface ReportedAmount {
  /** Decimal text. */
  readonly valor: string;
  /** The parts of the amount; some banks do not report them. */
  readonly componentesValor?: PixComponentesValor | undefined;
}

type Terms = Pick<Invoice, 'valor' | 'descontoPercentual'>;

const WHOLE = 100_00n;

/**
 * Whether a payment is of the amount of an invoice. The bank computes fine, interest and discount, because only it knows
 * its holidays: the parts that it reports must begin with the value of the invoice, contain no discount that the invoice
 * does not have, and add up to the payment. Without parts, the payment must not be less than the invoice after its discount.
 */
export function isExpectedAmount(terms: Terms, { valor, componentesValor }: ReportedAmount) {
  const paid = toCents(valor);
  const original = parseValor(terms.valor);
  const discount = findLargestDiscount(terms);
  if (componentesValor?.original === undefined) return paid >= original - discount;
  const { juros, multa, desconto, abatimento } = componentesValor;
  const reduced = toCents(desconto?.valor);
  return (
    toCents(componentesValor.original.valor) === original &&
    toCents(abatimento?.valor) === 0n &&
    reduced <= discount &&
    paid === original + toCents(juros?.valor) + toCents(multa?.valor) - reduced
  );
}

/** Rounded up: banks round a fraction of a cent in different ways. */
function findLargestDiscount({ valor, descontoPercentual }: Terms): bigint {
  if (descontoPercentual === null) return 0n;
  return (parseValor(valor) * parseValor(descontoPercentual) + WHOLE - 1n) / WHOLE;
}

/** Providers may omit the decimals, which `parseValor` requires. */
function toCents(valor = '0.00'): bigint {
  return parseValor(formatValor(valor));
}
