import { parseValor, type CobVDesconto, type CobVEncargo, type CobVValor } from 'nestjs-pix';
import { businessDaysBetween, daysBetween } from 'nestjs-pix/internal';
import { MAX_CENTAVOS } from 'nestjs-pix/spec';
import { findDueDay } from '../kernel/calendar.js';
import type { Frozen } from '../kernel/records.js';

/** Amount of a due-date charge on a day and its parts, in cents. */
interface ValorDevido {
  readonly original: Centavos;
  readonly multa: Centavos;
  readonly juros: Centavos;
  readonly abatimento: Centavos;
  readonly desconto: Centavos;
  /** `original` + `multa` + `juros` - `abatimento` - `desconto`. */
  readonly final: Centavos;
}

/**
 * Calculates the amount of a charge that is paid on a day. Percentages are of the original amount,
 * interest is simple, and each part is rounded to the nearest cent; half a cent is rounded up.
 * Reductions leave at least one cent, because a Pix cannot be of zero.
 */
export function calculateValorDevido(
  valor: Frozen<CobVValor>,
  dataDeVencimento: string,
  day: string,
): ValorDevido {
  const original = parseValor(valor.original);
  const due = findDueDay({ dataDeVencimento });
  const multa = atMost(
    MAX_CENTAVOS - original,
    valor.multa && calculateMulta(original, valor.multa, due, day),
  );
  const juros = atMost(
    MAX_CENTAVOS - original - multa,
    valor.juros && calculateJuros(original, valor.juros, due, day),
  );
  const owed = original + multa + juros;
  const abatimento = atMost(
    owed - 1n,
    valor.abatimento && calculateAbatimento(original, valor.abatimento),
  );
  const desconto = atMost(
    owed - abatimento - 1n,
    valor.desconto && calculateDesconto(original, valor.desconto, { dataDeVencimento, due, day }),
  );
  return { original, multa, juros, abatimento, desconto, final: owed - abatimento - desconto };
}

function atMost(limit: Centavos, amount: Centavos = 0n): Centavos {
  return amount < limit ? amount : limit;
}

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
function calculateMulta(
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
function calculateJuros(
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

/**
 * Calculates the rebate. Modality 1 is an amount, modality 2 a percentage of the original amount.
 */
function calculateAbatimento(original: Centavos, { modalidade, valorPerc }: CobVEncargo): Centavos {
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
function calculateDesconto(
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

/** An amount in cents. Integers, because binary fractions are not exact. */
type Centavos = bigint;

/** 100 % in the unit of `valorPerc` without its decimal point: hundredths of a percent. */
const WHOLE = 100_00n;

/**
 * Calculates a percentage of an amount, multiplied by `times / parts`: for a monthly rate, `times`
 * is the number of days and `parts` is 30. The result is rounded once, at the end, to the nearest
 * cent; half a cent is rounded up.
 */
function calculatePercentage(
  amount: Centavos,
  valorPerc: string,
  { times = 1, parts = 1 }: { times?: number; parts?: number } = {},
): Centavos {
  const numerator = amount * parseValor(valorPerc) * BigInt(times);
  const denominator = WHOLE * BigInt(parts);
  return (2n * numerator + denominator) / (2n * denominator);
}
