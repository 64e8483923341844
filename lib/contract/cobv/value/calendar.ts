import { ValidationError } from '../../../errors/index.js';
import {
  addDays,
  businessDaysBetween,
  DEFAULT_VALIDADE,
  isBusinessDay,
  isCalendarDate,
  MUNICIPALITY,
  nextBusinessDay,
} from '../../../values/index.js';

import type { Body } from '../../shared/body.js';
import type { CobDataDeVencimentoDto } from '../cobv.dto.js';

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

export function invalid(field: string, text: string): ValidationError {
  return new ValidationError(`${field} ${text}`, { field });
}
