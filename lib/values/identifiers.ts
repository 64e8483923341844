import { randomBytes } from 'node:crypto';
import { types } from 'node:util';
import { isCalendarDate, withHyphens, calendarDate } from './days.js';
import { invalid, NUMERIC_ISPB } from './patterns.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Bytes from here on are skipped, because they would favor the first letters. */
const FAIR = 256 - (256 % ALPHABET.length);

/**
 * Generates text of [a-zA-Z0-9] with the system's secure generator; each character is equally
 * likely.
 */
function randomAlphanumeric(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      if (byte < FAIR) text += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return text;
}

/**
 * Length of the sequence at the end of most identifiers
 * (docs/interface.md#other-generated-identifiers).
 */
const SEQUENCE_LENGTH = 11;

/** Validates an application's ISPB: 8 digits (docs/decisions.md D14). */
function checkIspb(ispb: string): string {
  if (typeof ispb !== 'string' || !NUMERIC_ISPB.test(ispb)) {
    throw invalid('ispb', 'deve ter 8 dígitos');
  }
  return ispb;
}

/** Validates a given sequence, or generates a random one. */
function checkSequence(sequence: string | undefined): string {
  if (sequence === undefined) return randomAlphanumeric(SEQUENCE_LENGTH);
  if (typeof sequence !== 'string' || !/^[a-zA-Z0-9]{11}$/.test(sequence)) {
    throw invalid('sequence', `deve ter ${SEQUENCE_LENGTH} caracteres [a-zA-Z0-9]`);
  }
  return sequence;
}

/** Returns the match and its groups; empty if the value does not match or is not text. */
function matchParts(text: unknown, pattern: RegExp): readonly string[] {
  return typeof text === 'string' ? (pattern.exec(text) ?? []) : [];
}

/**
 * Generates a txid for a charge of any family (cob, cobv, cobr): 32 characters of [a-zA-Z0-9] (BCB
 * schema `TxId`: 26 to 35), about 190 random bits, so that collisions are practically impossible.
 */
export function generateTxid(): string {
  return randomAlphanumeric(32);
}

/**
 * Generates a refund id: 32 characters of [a-zA-Z0-9] (BCB schema `DevolucaoId`: 1 to 35), unique
 * per e2eid.
 */
export function generateDevolucaoId(): string {
  return randomAlphanumeric(32);
}

export interface SettlementIdInput {
  /** ISPB of the participant that initiates the payment or refund: 8 digits. */
  ispb: string;
  /** Instant of the initiation; only minutes are kept. Default: now. */
  date?: Date | undefined;
  /** 11 characters of [a-zA-Z0-9]. Default: random. */
  sequence?: string | undefined;
}

export interface EndToEndIdParts {
  /** ISPB: 8 digits or capital letters. */
  ispb: string;
  /** UTC calendar date, `YYYY-MM-DD`. */
  date: string;
  /** UTC time, `HH:mm`. */
  time: string;
  /** Date and time as an instant. */
  timestamp: Date;
  sequence: string;
}

/**
 * Generates an end-to-end id like the payer's provider: `E`, ISPB, `yyyyMMddHHmm` in UTC, sequence;
 * 32 characters.
 *
 * @throws ValidationError naming the invalid `field`
 */
export function generateEndToEndId(input: SettlementIdInput): string {
  return settlementId('E', input);
}

/**
 * Generates the return identification of a refund (`rtrId`): like an end-to-end id, but with `D`.
 *
 * @throws ValidationError naming the invalid `field`
 */
export function generateRtrId(input: SettlementIdInput): string {
  return settlementId('D', input);
}

/**
 * Parses an end-to-end id.
 *
 * @throws ValidationError with field `endToEndId` if it is invalid
 */
export function parseEndToEndId(text: string): EndToEndIdParts {
  const [, ispb = '', day = '', hour = '', minute = '', sequence = ''] = matchParts(
    text,
    /^E([0-9A-Z]{8})(\d{8})([01]\d|2[0-3])([0-5]\d)([a-zA-Z0-9]{11})$/,
  );
  const date = withHyphens(day);
  if (!isCalendarDate(date)) {
    throw invalid('endToEndId', 'deve seguir o formato ExxxxxxxxyyyyMMddHHmmkkkkkkkkkkk');
  }
  const time = `${hour}:${minute}`;
  return { ispb, date, time, timestamp: new Date(`${date}T${time}:00Z`), sequence };
}

function settlementId(letter: 'E' | 'D', { ispb, date, sequence }: SettlementIdInput): string {
  const instant = date ?? new Date();
  // toJSON, unlike toISOString, returns null for an invalid date; years after 9999 start with a
  // sign.
  const text = types.isDate(instant) ? instant.toJSON() : null;
  if (text === null || !/^\d{4}-/.test(text)) {
    throw invalid('date', 'deve ser uma data válida');
  }
  const minute = text.slice(0, 16).replaceAll(/\D/g, '');
  return letter + checkIspb(ispb) + minute + checkSequence(sequence);
}

/**
 * Whether a settlement may be retried after the due date (docs/interface.md#recurrence-identifier).
 */
export type IdRecPoliticaRetentativa = 'NAO_PERMITE' | 'PERMITE_3R_7D';

export interface IdRecInput extends IdSolicRecInput {
  /** Must equal the policy in the recurrence's body; the schema does not detect a contradiction. */
  politicaRetentativa: IdRecPoliticaRetentativa;
}

export interface IdRecParts {
  politicaRetentativa: IdRecPoliticaRetentativa;
  /** ISPB: 8 digits, or capital letters since 2.9.0. */
  ispb: string;
  /** `YYYY-MM-DD`. */
  creationDate: string;
  sequence: string;
}

/** Second character of an idRec by retry policy (docs/interface.md#recurrence-identifier). */
export const ID_REC_MARKS: ReadonlyMap<unknown, string> = new Map([
  ['NAO_PERMITE', 'N'],
  ['PERMITE_3R_7D', 'R'],
]);

/**
 * Generates a recurrence identifier: 29 characters, case sensitive
 * (docs/interface.md#recurrence-identifier).
 *
 * @throws ValidationError naming the invalid `field`
 */
export function generateIdRec(input: IdRecInput): string {
  const ispb = checkIspb(input.ispb);
  const mark = ID_REC_MARKS.get(input.politicaRetentativa);
  if (mark === undefined) {
    throw invalid('politicaRetentativa', 'deve ser NAO_PERMITE ou PERMITE_3R_7D');
  }
  const date = calendarDate(input.creationDate ?? new Date(), 'creationDate');
  const sequence = checkSequence(input.sequence);
  return `R${mark}${ispb}${date.replaceAll('-', '')}${sequence}`;
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
    throw invalid('idRec', 'deve seguir o formato RAxxxxxxxxyyyyMMddkkkkkkkkkkk');
  }
  const politicaRetentativa = letter === 'R' ? 'PERMITE_3R_7D' : 'NAO_PERMITE';
  return { politicaRetentativa, ispb, creationDate, sequence };
}

export interface IdSolicRecInput {
  /** ISPB of the participant: 8 digits. In an idRec, also the first 8 digits of the initiator's CNPJ. */
  ispb: string;
  /**
   * Calendar date `YYYY-MM-DD`, or an instant, which counts by its day in Brazil. Default: today.
   */
  creationDate?: Date | string | undefined;
  /** 11 characters of [a-zA-Z0-9], unique within the creation date. Default: random. */
  sequence?: string | undefined;
}

/**
 * Generates an identifier of a request to confirm, like a provider: 29 characters (BCB schema
 * `SolicRecId`).
 *
 * @throws ValidationError naming the invalid `field`
 */
export function generateIdSolicRec(input: IdSolicRecInput): string {
  const date = calendarDate(input.creationDate ?? new Date(), 'creationDate');
  return `SC${checkIspb(input.ispb)}${date.replaceAll('-', '')}${checkSequence(input.sequence)}`;
}
