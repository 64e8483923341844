import type { CobVDesconto, CobVEncargo } from '../../../contract/cobv/cobv.types.js';
import { parseValor } from '../../../values/index.js';
import { businessDaysBetween } from '../../kernel/calendar/business-days.js';
import { daysBetween } from '../../kernel/calendar/civil-date.js';
import { percentage } from './exact.js';
import type { Centavos } from './exact.js';

/** What is taken off whenever it is paid. Modality 1 is an amount, 2 a percentage of the original amount. */
export function abatimentoOf(original: Centavos, { modalidade, valorPerc }: CobVEncargo): Centavos {
  return Number(modalidade) === 1 ? parseValor(valorPerc) : percentage(original, valorPerc);
}

interface Dates {
  readonly dataDeVencimento: string;
  /** The due date as it was put off. */
  readonly due: string;
  /** When it is paid. */
  readonly day: string;
}

/** What is taken off for paying early: until given days (modalities 1, 2), or for each day of anticipation (3 to 6). */
export function descontoOf(
  original: Centavos,
  { modalidade, valorPerc = '0.00', descontoDataFixa = [] }: CobVDesconto,
  dates: Dates,
): Centavos {
  const kind = Number(modalidade);
  if (kind === 1) return parseValor(untilDay(descontoDataFixa, dates));
  if (kind === 2) return percentage(original, untilDay(descontoDataFixa, dates));
  const { day, due } = dates;
  // Odd modalities count all days, even ones those on which banks work.
  const times = kind % 2 === 1 ? Math.max(0, daysBetween(day, due)) : businessDaysBetween(day, due);
  return kind <= 4
    ? parseValor(valorPerc) * BigInt(times)
    : percentage(original, valorPerc, { times });
}

/** The discount of the nearest day that has not passed; one until the due date is put off with it. */
function untilDay(
  list: NonNullable<CobVDesconto['descontoDataFixa']>,
  { dataDeVencimento, due, day }: Dates,
): string {
  const open = list
    .filter(({ data }) => day <= (data === dataDeVencimento ? due : data))
    .sort((one, other) => (one.data < other.data ? -1 : 1));
  return open[0]?.valorPerc ?? '0.00';
}
