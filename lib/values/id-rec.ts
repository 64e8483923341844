import { ValidationError } from '../errors/index.js';
import { calendarDate, isCalendarDate, withHyphens } from './calendar-date.js';
import { checkIspb, checkSequence, matchParts } from './parts.js';

/**
 * Whether a settlement may be retried after the due date (docs/interface.md#recurrence-identifier).
 */
export type IdRecPoliticaRetentativa = 'NAO_PERMITE' | 'PERMITE_3R_7D';

export interface IdRecInput {
  /** ISPB of the participant, or the first 8 digits of the initiator's CNPJ: exactly 8 digits. */
  ispb: string;
  /** Must equal the policy in the recurrence's body; the schema does not detect a contradiction. */
  politicaRetentativa: IdRecPoliticaRetentativa;
  /**
   * Calendar date `YYYY-MM-DD`, or an instant, which counts by its day in Brazil. Default: today.
   */
  creationDate?: Date | string | undefined;
  /** 11 characters of [a-zA-Z0-9], unique within the creation date. Default: random. */
  sequence?: string | undefined;
}

export interface IdRecParts {
  politicaRetentativa: IdRecPoliticaRetentativa;
  /** ISPB: 8 digits, or capital letters since 2.9.0. */
  ispb: string;
  /** `YYYY-MM-DD`. */
  creationDate: string;
  sequence: string;
}

const letters: Readonly<Record<IdRecPoliticaRetentativa, string>> = {
  NAO_PERMITE: 'N',
  PERMITE_3R_7D: 'R',
};

/**
 * Generates a recurrence identifier: 29 characters, case sensitive
 * (docs/interface.md#recurrence-identifier).
 *
 * @throws ValidationError naming the invalid `field`
 */
export function generateIdRec(input: IdRecInput): string {
  const ispb = checkIspb(input.ispb);
  const { politicaRetentativa }: { politicaRetentativa: unknown } = input;
  if (typeof politicaRetentativa !== 'string' || !Object.hasOwn(letters, politicaRetentativa)) {
    throw new ValidationError('politicaRetentativa deve ser NAO_PERMITE ou PERMITE_3R_7D', {
      field: 'politicaRetentativa',
    });
  }
  const date = calendarDate(input.creationDate ?? new Date(), 'creationDate');
  const sequence = checkSequence(input.sequence);
  return `R${letters[input.politicaRetentativa]}${ispb}${date.replaceAll('-', '')}${sequence}`;
}

/**
 * Parses a recurrence identifier.
 *
 * @throws ValidationError with field `idRec` if it is invalid
 */
export function parseIdRec(text: string): IdRecParts {
  const [, letter, ispb = '', compact = '', sequence = ''] = matchParts(
    text,
    /^R([RN])([0-9A-Z]{8})(\d{8})([a-zA-Z0-9]{11})$/,
  );
  const creationDate = withHyphens(compact);
  if (!isCalendarDate(creationDate)) {
    throw new ValidationError('idRec deve seguir o formato RAxxxxxxxxyyyyMMddkkkkkkkkkkk', {
      field: 'idRec',
    });
  }
  const politicaRetentativa = letter === 'R' ? 'PERMITE_3R_7D' : 'NAO_PERMITE';
  return { politicaRetentativa, ispb, creationDate, sequence };
}
