import { parseValor, type CobVEncargo } from 'nestjs-pix';
import { businessDaysBetween } from '../../kernel/calendar/business-days.js';
import { daysBetween } from '../../kernel/calendar/civil-date.js';
import { calculatePercentage, type Centavos } from './exact.js';

/**
 * Days in the period of a rate, by modality. A month has 30 days and a year 365. In business days,
 * a month has 21 and a year 252, as is usual in the financial market.
 */
const PARTS: Readonly<Record<number, number>> = { 2: 1, 3: 30, 4: 365, 6: 1, 7: 21, 8: 252 };

/** Modalities 5 to 8 are modalities 1 to 4 in business days. */
const FIRST_IN_BUSINESS_DAYS = 5;

/**
 * Calculates the fine of a late payment, which does not depend on the delay. Modality 1 is an
 * amount, modality 2 a percentage of the original amount.
 */
export function calculateMulta(
  original: Centavos,
  { modalidade, valorPerc }: CobVEncargo,
  due: string,
  day: string,
): Centavos {
  if (day <= due) return 0n;
  return Number(modalidade) === 1
    ? parseValor(valorPerc)
    : calculatePercentage(original, valorPerc);
}

/** Calculates simple interest on the original amount for each day after the due date. */
export function calculateJuros(
  original: Centavos,
  { modalidade, valorPerc }: CobVEncargo,
  due: string,
  day: string,
): Centavos {
  if (day <= due) return 0n;
  const kind = Number(modalidade);
  const times =
    kind < FIRST_IN_BUSINESS_DAYS ? daysBetween(due, day) : businessDaysBetween(due, day);
  const parts = PARTS[kind];
  if (parts === undefined) return parseValor(valorPerc) * BigInt(times);
  return calculatePercentage(original, valorPerc, { times, parts });
}
