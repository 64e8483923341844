import type { CobVEncargo } from '../../../contract/cobv/cobv.types.js';
import { parseValor } from '../../../values/index.js';
import { businessDaysBetween } from '../../kernel/calendar/business-days.js';
import { daysBetween } from '../../kernel/calendar/civil-date.js';
import { percentage } from './exact.js';
import type { Centavos } from './exact.js';

/**
 * The rate's period in the days that it is counted in. A month has 30 days and a year 365; of business days a month has
 * 21 and a year 252, as the financial market counts.
 */
const PARTS: Readonly<Record<number, number>> = { 2: 1, 3: 30, 4: 365, 6: 1, 7: 21, 8: 252 };

/** Modalities 5 to 8 are 1 to 4 in business days. */
const FIRST_IN_BUSINESS_DAYS = 5;

/** The fine of a late payment, once whatever the delay. Modality 1 is an amount, 2 a percentage of the original amount. */
export function multaOf(
  original: Centavos,
  { modalidade, valorPerc }: CobVEncargo,
  due: string,
  day: string,
): Centavos {
  if (day <= due) return 0n;
  return Number(modalidade) === 1 ? parseValor(valorPerc) : percentage(original, valorPerc);
}

/** Simple interest of a late payment for each day after the due one, of the original amount. */
export function jurosOf(
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
  return percentage(original, valorPerc, { times, parts });
}
