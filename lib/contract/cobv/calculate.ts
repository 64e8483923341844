// What a due-date charge is worth on each day, and the days on which it can be paid.

import type { ValidationViolacao } from '../../errors/index.js';
import {
  calendarDate,
  formatValor,
  isValor,
  parseValor,
  addDays,
  businessDaysBetween,
  DEFAULT_VALIDADE,
  isBusinessDay,
  isCalendarDate,
  MUNICIPALITY,
  nextBusinessDay,
  daysBetween,
  invalid,
  MAX_CENTAVOS,
} from '../../values/index.js';
import type { Body } from '../shared/body.js';
import { toRecord } from '../validation/fields.js';
import type { CobVValorDto, CobDataDeVencimentoDto, CobVDescontoDto } from './cobv.dto.js';
import type { CobVEncargo } from './cobv.types.js';

/** What the value of a due-date charge depends on: a body that creates one, or a record. */
export interface CobVCharge {
  readonly calendario: CobVPrazo;
  readonly valor: Body<CobVValorDto>;
}

/** A step of a calculation. Texts are in Portuguese. */
export interface CobVStep {
  readonly part: 'vencimento' | 'abatimento' | 'desconto' | 'multa' | 'juros' | 'total';
  /** Amount as decimal text; of `vencimento` the day, `YYYY-MM-DD`. */
  readonly value: string;
  /** How it was computed. */
  readonly calculation: string;
  /** The rule: an equation of the manual, or an answer of the BCB. */
  readonly source: string;
  /** What public sources leave open or contradict, if it matters here. */
  readonly dispute?: string | undefined;
}

/** The value of a due-date charge on a day. Amounts are decimal text. */
export interface CobVAmounts {
  readonly day: string;
  /** The day after which the charge is late: the due date, moved to a business day. */
  readonly dueDay: string;
  /** The last day on which the charge can be paid. */
  readonly lastDay: string;
  /** Whether `day` is not after `lastDay`. */
  readonly isPayable: boolean;
  readonly original: string;
  readonly abatimento: string;
  readonly desconto: string;
  readonly multa: string;
  readonly juros: string;
  /** `original` - `abatimento` - `desconto` + `multa` + `juros`. */
  readonly total: string;
  /** Returns the steps of the calculation, with the equation of each. */
  explain(): readonly CobVStep[];
}

/**
 * Calculates what a due-date charge is worth on a day, by the equations of the BCB.
 *
 * @param day `YYYY-MM-DD`, or an instant, whose day in Brazil (America/Sao_Paulo) counts
 * @throws ValidationError if the charge, the day or `codMun` is invalid
 */
export function calculateCobV(
  { calendario, valor }: CobVCharge,
  day: string | Date,
  options: CobVCalendarOptions = {},
): CobVAmounts {
  const calendar = createPayerCalendar(options);
  const { dueDay, lastDay } = findCobVDays(calendario, calendar);
  const days = { day: calendarDate(day, 'day'), dueDay, calendar };

  const original = readOriginal(valor.original);
  const abatimento = valor.abatimento
    ? leaveOneCent(readAbatimento(original, valor.abatimento), original)
    : NONE;
  const base = original - abatimento.cents;
  const multa = valor.multa
    ? leaveRoom(readMulta(base, valor.multa, valor.juros, days), base)
    : NONE;
  const withMulta = base + multa.cents;
  const juros = valor.juros ? leaveRoom(readJuros(base, valor.juros, days), withMulta) : NONE;
  const owed = withMulta + juros.cents;
  const desconto = valor.desconto
    ? leaveOneCent(readDesconto(base, valor.desconto, days), owed)
    : NONE;
  const parts = { abatimento, desconto, multa, juros };
  const shown = {
    abatimento: formatValor({ centavos: abatimento.cents }),
    desconto: formatValor({ centavos: desconto.cents }),
    multa: formatValor({ centavos: multa.cents }),
    juros: formatValor({ centavos: juros.cents }),
    total: formatValor({ centavos: owed - desconto.cents }),
  };
  const sum = `${valor.original} − ${shown.abatimento} − ${shown.desconto} + ${shown.juros} + ${shown.multa}`;
  return {
    day: days.day,
    dueDay,
    lastDay,
    isPayable: days.day <= lastDay,
    original: valor.original,
    ...shown,
    explain: () => [
      explainDays(calendario.dataDeVencimento, dueDay, lastDay, calendar.holidays),
      ...Object.entries(parts).flatMap(([name, { cents, ...rest }]) => {
        const part = name as keyof typeof parts;
        return valor[part] ? [{ part, value: shown[part], ...rest }] : [];
      }),
      { part: 'total', value: shown.total, calculation: sum, source: `${MANUAL}, equação 1` },
    ],
  };
}

/** A part that the charge does not have. */
const NONE: Part = { cents: 0n, calculation: '', source: '' };

function readOriginal(original: unknown): bigint {
  const cents = isValor(original) ? parseValor(original) : 0n;
  if (cents > 0n) return cents;
  throw invalid('valor.original', 'deve ser maior que zero e seguir o formato \\d{1,10}\\.\\d{2}');
}

function explainDays(due: string, dueDay: string, lastDay: string, holidays: string): CobVStep {
  const isMoved = dueDay !== due;
  const moved = isMoved ? `, prorrogado de ${due} para o próximo dia útil` : '';
  const dispute =
    'O manual conta a validade a partir do vencimento original; os exemplos da API Pix, a partir do prorrogado, como aqui.';
  return {
    part: 'vencimento',
    value: dueDay,
    calculation: `vencimento em ${dueDay}${moved} (${holidays}); último dia para pagar: ${lastDay}`,
    source: `${MANUAL}, seção 3; API Pix, exemplos de validadeAposVencimento; bacen/pix-api#330`,
    ...(isMoved && { dispute }),
  };
}

/** The calendar of the payer. Without it, only the national bank holidays are days off. */
export interface CobVCalendarOptions {
  /** Municipality of the payer, IBGE code of 7 digits. */
  codMun?: string | undefined;
  /**
   * Whether a day (`YYYY-MM-DD`) is a state or municipal holiday. Is called with `codMun`, and only
   * if there is one. The national bank holidays are built in.
   */
  isLocalHoliday?: ((day: string, codMun: string) => boolean) | undefined;
}

/** Due date of a charge, and the days after it in which it can be paid. Default: 30. */
export type CobVPrazo = Body<CobDataDeVencimentoDto>;

/** The business days of a payer. */
export interface PayerCalendar {
  /** Returns the day itself if it is a business day, otherwise the next business day. */
  next(day: string): string;
  /** Counts the business days after `from`, up to and including `to`. */
  businessDays(from: string, to: string): number;
  /** The holidays that count, in Portuguese. */
  readonly holidays: string;
}

const NATIONAL = 'feriados bancários nacionais';

const national: PayerCalendar = {
  next: nextBusinessDay,
  businessDays: businessDaysBetween,
  holidays: NATIONAL,
};

/** @throws ValidationError with field `codMun` unless it has 7 digits */
export function createPayerCalendar(options: CobVCalendarOptions = {}): PayerCalendar {
  const { codMun, isLocalHoliday } = options;
  if (codMun === undefined) return national;
  if (!MUNICIPALITY.test(codMun)) throw invalid('codMun', 'deve ter 7 dígitos (IBGE)');
  if (!isLocalHoliday) return national;
  const isOff = (day: string) => !isBusinessDay(day) || isLocalHoliday(day, codMun);
  return {
    next(day) {
      let next = day;
      // The calendar ends with the year 9999.
      while (isOff(next) && addDays(next, 1) > next) next = addDays(next, 1);
      return next;
    },
    businessDays(from, to) {
      let count = 0;
      for (let day = from; day < to;) {
        day = addDays(day, 1);
        if (!isOff(day)) count += 1;
      }
      return count;
    },
    holidays: `${NATIONAL} e os do município ${codMun}`,
  };
}

/**
 * Returns the day on which a charge is due and the last day on which it can be paid. Both move from
 * a day off to the next business day (schema `CobDataDeVencimento`, examples).
 *
 * @throws ValidationError unless the due date is a date and the validity a number of days
 */
export function findCobVDays(
  { dataDeVencimento, validadeAposVencimento }: CobVPrazo,
  calendar: PayerCalendar = national,
): { readonly dueDay: string; readonly lastDay: string } {
  if (!isCalendarDate(dataDeVencimento)) {
    throw invalid('calendario.dataDeVencimento', 'deve ser uma data (YYYY-MM-DD)');
  }
  const validity = Number(validadeAposVencimento ?? DEFAULT_VALIDADE);
  if (!Number.isInteger(validity) || validity < 0) {
    throw invalid('calendario.validadeAposVencimento', 'deve ser um número de dias');
  }
  const dueDay = calendar.next(dataDeVencimento);
  return { dueDay, lastDay: calendar.next(addDays(dueDay, validity)) };
}

// The parts of the value of a due-date charge, by the equations of the BCB: "Manual de Padrões para Iniciação do Pix",
// annex III, section 4. Amounts are integer cents and percentages integer hundredths, so that nothing is rounded until
// the manual truncates it.

/** An amount in cents, with how it was computed. Texts are in Portuguese. */
interface Part extends Pick<CobVStep, 'calculation' | 'source' | 'dispute'> {
  readonly cents: bigint;
}

/** The day of a payment, and the days from which it is early or late. */
interface Days {
  readonly day: string;
  readonly dueDay: string;
  readonly calendar: PayerCalendar;
}

type Desconto = Body<CobVDescontoDto>;

const MANUAL = 'BCB, Manual de Padrões para Iniciação do Pix 2.10.0, anexo III';

/** 100 % in hundredths of a percent. */
const WHOLE = 100_00n;

/** The interest factor has six decimals. */
const FACTOR = 1_000_000n;

/** Days in the period of a rate, by modality of interest. The others are amounts a day. */
const PERIODS: readonly bigint[] = [0n, 0n, 1n, 30n, 360n, 0n, 1n, 21n, 252n];

/** Whether a modality of interest counts business days. */
const isInBusinessDays = (modalidade: number) => modalidade >= 5;

function readAbatimento(original: bigint, { modalidade, valorPerc }: CobVEncargo): Part {
  const given = readValorPerc('abatimento', valorPerc);
  return readModalidade('abatimento', modalidade, 2) === 1
    ? toPart(given, 'seção 4.1')
    : toPercent(original, given, 'equação 2');
}

function readJuros(base: bigint, juros: CobVEncargo, { day, dueDay, calendar }: Days): Part {
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
function readMulta(
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

function readDesconto(base: bigint, desconto: Desconto, days: Days): Part {
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
function leaveOneCent(part: Part, amount: bigint): Part {
  if (part.cents < amount) return part;
  const dispute = `As reduções alcançam o valor: ${show(part.cents)} de ${show(amount)}. O manual diz que uma cobrança assim não deve ser gerada, e nenhuma fonte pública diz quanto ela vale; aqui restam R$ 0,01.`;
  return { ...part, cents: amount - 1n, dispute };
}

/** Limits an addition so that the sum can be written as an amount. */
function leaveRoom(part: Part, amount: bigint): Part {
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

const ONE_CENT = '0.01';

/**
 * Lists the charges of a valid body that fall to one cent on a day from `today` on which they can be
 * paid, as far as the body tells: a revision may lack the amount, or the due date from which its
 * discounts count.
 */
export function listOneCents(body: object, today: string): ValidationViolacao[] {
  const { cobsv } = body as { cobsv?: unknown };
  const charges: (readonly [string, unknown])[] = Array.isArray(cobsv)
    ? cobsv.map((charge: unknown, index) => [`cobsv[${index}].`, charge])
    : [['', body]];
  return charges.flatMap(([path, given]) => {
    const charge = readCharge(toRecord(given), today);
    const day = charge && findOneCentDay(charge, today);
    if (day === undefined) return [];
    const propriedade = `${path}valor.${charge?.valor.desconto ? 'desconto' : 'abatimento'}`;
    const razao = `${propriedade} deixa a cobrança em R$ 0,01 para quem paga em ${day}. Para enviá-la assim, use allowOneCent: true`;
    return [{ propriedade, razao }];
  });
}

function readCharge(
  { valor, calendario }: Readonly<Record<string, unknown>>,
  today: string,
): CobVCharge | undefined {
  const known = toRecord(valor) as unknown as CobVCharge['valor'];
  if (!isValor(known.original)) return undefined;
  const { dataDeVencimento, ...prazo } = toRecord(calendario) as Partial<CobVCharge['calendario']>;
  if (dataDeVencimento !== undefined) {
    return { calendario: { dataDeVencimento, ...prazo }, valor: known };
  }
  // The dates of discounts are not after the due date.
  const [last = today] = listDates(known.desconto).sort().reverse();
  const { desconto, ...rest } = known;
  const isKnown = (desconto?.descontoDataFixa ?? undefined) !== undefined;
  return { calendario: { dataDeVencimento: last }, valor: isKnown ? known : rest };
}

/**
 * Finds the first day on which a charge falls to one cent, of the days from `from` on which it can
 * be paid. Its value falls only where a discount ends and a larger one begins.
 */
export function findOneCentDay(charge: CobVCharge, from: string): string | undefined {
  const begins = listDates(charge.valor.desconto).map((date) => addDays(nextBusinessDay(date), 1));
  const days = [from, ...begins.filter((day) => day > from)].sort();
  return days.find((day) => {
    const { isPayable, total, original } = calculateCobV(charge, day);
    return isPayable && total === ONE_CENT && original !== ONE_CENT;
  });
}

function listDates(desconto: CobVCharge['valor']['desconto']): string[] {
  return (desconto?.descontoDataFixa ?? []).map(({ data }) => data).filter(isCalendarDate);
}
