import { calendarDate, formatValor, isValor, parseValor } from '../../../values/index.js';
import type { Body } from '../../shared/body.js';
import type { CobVValorDto } from '../cobv.dto.js';
import {
  createPayerCalendar,
  findCobVDays,
  invalid,
  type CobVCalendarOptions,
  type CobVPrazo,
} from './calendar.js';
import {
  leaveOneCent,
  leaveRoom,
  MANUAL,
  readAbatimento,
  readDesconto,
  readJuros,
  readMulta,
  type Part,
} from './parts.js';

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
