import { parseValor, type CobVDesconto, type CobVEncargo } from 'nestjs-pix';
import { businessDaysBetween } from '../../kernel/calendar/business-days.js';
import { daysBetween } from '../../kernel/calendar/civil-date.js';
import type { Frozen } from '../../kernel/draft.js';
import { calculatePercentage, type Centavos } from './exact.js';

/**
 * Calculates the rebate. Modality 1 is an amount, modality 2 a percentage of the original amount.
 */
export function calculateAbatimento(
  original: Centavos,
  { modalidade, valorPerc }: CobVEncargo,
): Centavos {
  return Number(modalidade) === 1
    ? parseValor(valorPerc)
    : calculatePercentage(original, valorPerc);
}

interface Dates {
  readonly dataDeVencimento: string;
  /** Due date after it is moved to a business day. */
  readonly due: string;
  /** Day of the payment. */
  readonly day: string;
}

/**
 * Calculates the discount for early payment: until fixed days (modalities 1 and 2), or for each day
 * before the due date (3 to 6).
 */
export function calculateDesconto(
  original: Centavos,
  { modalidade, valorPerc = '0.00', descontoDataFixa = [] }: Frozen<CobVDesconto>,
  dates: Dates,
): Centavos {
  const kind = Number(modalidade);
  if (kind === 1) return parseValor(findValorPerc(descontoDataFixa, dates));
  if (kind === 2) return calculatePercentage(original, findValorPerc(descontoDataFixa, dates));
  const { day, due } = dates;
  // Odd modalities count all days, even modalities only business days.
  const times = kind % 2 === 1 ? Math.max(0, daysBetween(day, due)) : businessDaysBetween(day, due);
  return kind <= 4
    ? parseValor(valorPerc) * BigInt(times)
    : calculatePercentage(original, valorPerc, { times });
}

/**
 * Finds the discount of the earliest day that has not passed. A discount until the due date moves
 * with the due date.
 */
function findValorPerc(
  list: Frozen<NonNullable<CobVDesconto['descontoDataFixa']>>,
  { dataDeVencimento, due, day }: Dates,
): string {
  const open = list
    .filter(({ data }) => day <= (data === dataDeVencimento ? due : data))
    .sort((one, other) => (one.data < other.data ? -1 : 1));
  return open[0]?.valorPerc ?? '0.00';
}
