// The parts of the value of a due-date charge, by the equations of the BCB: "Manual de Padrões para Iniciação do Pix",
// annex III, section 4. Amounts are integer cents and percentages integer hundredths, so that nothing is rounded until
// the manual truncates it.
import {
  daysBetween,
  isCalendarDate,
  isValor,
  MAX_CENTAVOS,
  parseValor,
} from '../../../values/index.js';
import type { Body } from '../../shared/body.js';
import type { CobVDescontoDto } from '../cobv.dto.js';
import type { CobVEncargo } from '../cobv.types.js';
import { invalid, type PayerCalendar } from './calendar.js';

/** An amount in cents, with how it was computed. Texts are in Portuguese. */
export interface Part {
  readonly cents: bigint;
  readonly calculation: string;
  /** The equation. */
  readonly source: string;
  /** What public sources leave open, if it matters for this amount. */
  readonly dispute?: string | undefined;
}

/** The day of a payment, and the days from which it is early or late. */
export interface Days {
  readonly day: string;
  readonly dueDay: string;
  readonly calendar: PayerCalendar;
}

type Desconto = Body<CobVDescontoDto>;

export const MANUAL = 'BCB, Manual de Padrões para Iniciação do Pix 2.10.0, anexo III';

/** 100 % in hundredths of a percent. */
const WHOLE = 100_00n;

/** The interest factor has six decimals. */
const FACTOR = 1_000_000n;

/** Days in the period of a rate, by modality of interest. The others are amounts a day. */
const PERIODS: readonly bigint[] = [0n, 0n, 1n, 30n, 360n, 0n, 1n, 21n, 252n];

/** Whether a modality of interest counts business days. */
const isInBusinessDays = (modalidade: number) => modalidade >= 5;

export function readAbatimento(original: bigint, { modalidade, valorPerc }: CobVEncargo): Part {
  const given = readValorPerc('abatimento', valorPerc);
  return readModalidade('abatimento', modalidade, 2) === 1
    ? toPart(given, 'seção 4.1')
    : toPercent(original, given, 'equação 2');
}

export function readJuros(base: bigint, juros: CobVEncargo, { day, dueDay, calendar }: Days): Part {
  const modalidade = readModalidade('juros', juros.modalidade, 8);
  const given = readValorPerc('juros', juros.valorPerc);
  const isBusiness = isInBusinessDays(modalidade);
  const late = countDays(isBusiness, dueDay, day, calendar);
  const equation = isBusiness ? 10 : 9;
  const period = PERIODS[modalidade] ?? 0n;
  if (period === 0n) return toPerDay(given, late, `equações 8 e ${equation}`);
  const factor = (given * late.days * FACTOR) / (WHOLE * period);
  return {
    cents: (base * factor) / FACTOR,
    calculation: `${show(base)} × ${show(factor, 6)}, o fator de ${show(given)}% ÷ ${period} × ${late.text}, truncado em 6 casas`,
    source: `${MANUAL}, equações 11 e ${equation}; bacen/pix-api#607`,
  };
}

/**
 * Reads a fine, which counts the days of the interest. Without interest the manual states none:
 * business days, as the BCB answers in bacen/pix-api#297.
 */
export function readMulta(
  base: bigint,
  { modalidade, valorPerc }: CobVEncargo,
  juros: CobVEncargo | null | undefined,
  { day, dueDay, calendar }: Days,
): Part {
  const isAmount = readModalidade('multa', modalidade, 2) === 1;
  const given = readValorPerc('multa', valorPerc);
  const isBusiness = !juros || isInBusinessDays(Number(juros.modalidade));
  const isDisputed = day > dueDay && countDays(true, dueDay, day, calendar).days === 0n;
  const dispute = isDisputed
    ? 'O manual conta os dias da multa como os dos juros e não diz como contá-los sem juros; bacen/pix-api#297 diz que a multa começa no próximo dia útil.'
    : undefined;
  const late = countDays(isBusiness, dueDay, day, calendar);
  if (late.days === 0n) return { ...toPart(0n, 'equação 13', `k = 0, por ${late.text}`), dispute };
  const part = isAmount
    ? toPart(given, 'equações 12 e 13')
    : toPercent(base, given, 'equações 14 e 13');
  return { ...part, dispute };
}

export function readDesconto(base: bigint, desconto: Desconto, days: Days): Part {
  const modalidade = readModalidade('desconto', desconto.modalidade, 6);
  return modalidade <= 2
    ? readUntilDate(base, modalidade, desconto.descontoDataFixa ?? [], days)
    : readInAdvance(base, modalidade, readValorPerc('desconto', desconto.valorPerc), days);
}

/** The discount of the earliest date that has not passed. Dates move to a business day. */
function readUntilDate(
  base: bigint,
  modalidade: number,
  dates: NonNullable<Desconto['descontoDataFixa']>,
  { day, calendar }: Days,
): Part {
  const field = 'desconto.descontoDataFixa';
  if (!dates.every(({ data }) => isCalendarDate(data)))
    throw invalid(`valor.${field}`, 'deve ter datas');
  const open = [...dates]
    .sort((one, other) => (one.data < other.data ? -1 : 1))
    .find(({ data }) => day <= calendar.next(data));
  if (!open) return toPart(0n, 'seção 4.2.1', 'depois da última data');
  const given = readValorPerc(field, open.valorPerc);
  return modalidade === 1 ? toPart(given, 'seção 4.2.1') : toPercent(base, given, 'equação 3');
}

/** A discount for each day before the due date. Odd modalities count all days. */
function readInAdvance(
  base: bigint,
  modalidade: number,
  given: bigint,
  { day, dueDay, calendar }: Days,
): Part {
  const isBusiness = modalidade % 2 === 0;
  const early = countDays(isBusiness, day, dueDay, calendar);
  const equation = isBusiness ? 6 : 5;
  if (modalidade <= 4) return toPerDay(given, early, `equações 4 e ${equation}`);
  const part = toPercent(base, given * early.days, `equações 7 e ${equation}`);
  const isRounded = (base * given * early.days) % WHOLE !== 0n;
  return {
    ...part,
    calculation: `${show(base)} × ${show(given)}% × ${early.text}, truncado`,
    dispute: isRounded
      ? 'O manual não diz como arredondar a equação 7; aqui vale o truncamento da equação 3.'
      : undefined,
  };
}

/** Limits a reduction so that one cent remains of an amount. */
export function leaveOneCent(part: Part, amount: bigint): Part {
  if (part.cents < amount) return part;
  const dispute = `As reduções alcançam o valor: ${show(part.cents)} de ${show(amount)}. O manual diz que uma cobrança assim não deve ser gerada, e nenhuma fonte pública diz quanto ela vale; aqui restam R$ 0,01.`;
  return { ...part, cents: amount - 1n, dispute };
}

/** Limits an addition so that the sum can be written as an amount. */
export function leaveRoom(part: Part, amount: bigint): Part {
  if (part.cents <= MAX_CENTAVOS - amount) return part;
  const dispute = 'O valor passa do maior que o formato da API permite, e foi limitado a ele.';
  return { ...part, cents: MAX_CENTAVOS - amount, dispute };
}

function toPart(cents: bigint, rule: string, calculation = 'valor fixo'): Part {
  return { cents, calculation, source: `${MANUAL}, ${rule}` };
}

function toPerDay(given: bigint, { days, text }: Counted, rule: string): Part {
  return toPart(given * days, rule, `${show(given)} × ${text}`);
}

function toPercent(amount: bigint, percent: bigint, rule: string): Part {
  const calculation = `${show(amount)} × ${show(percent)}%, truncado`;
  return toPart((amount * percent) / WHOLE, rule, calculation);
}

/** A number of days, and the same in words. */
interface Counted {
  readonly days: bigint;
  readonly text: string;
}

function countDays(
  isBusiness: boolean,
  from: string,
  to: string,
  calendar: PayerCalendar,
): Counted {
  const days = isBusiness ? calendar.businessDays(from, to) : Math.max(0, daysBetween(from, to));
  return { days: BigInt(days), text: `${days} dias ${isBusiness ? 'úteis' : 'corridos'}` };
}

function readModalidade(field: string, value: number | string, most: number): number {
  const modalidade = Number(value);
  if (Number.isInteger(modalidade) && modalidade >= 1 && modalidade <= most) return modalidade;
  throw invalid(`valor.${field}.modalidade`, `deve ser um inteiro de 1 a ${most}`);
}

function readValorPerc(field: string, value: unknown): bigint {
  if (isValor(value)) return parseValor(value);
  throw invalid(`valor.${field}.valorPerc`, 'deve seguir o formato \\d{1,10}\\.\\d{2}');
}

/** Decimal text of an integer of any size: of cents, or of another unit. */
function show(value: bigint, decimals = 2): string {
  const digits = value.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
