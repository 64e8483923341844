import { types } from 'node:util';

import { ValidationError } from '../errors/index.js';
import { isCalendarDate, withHyphens } from './calendar-date.js';
import { checkIspb, checkSequence, matchParts } from './parts.js';

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
    throw new ValidationError('endToEndId deve seguir o formato ExxxxxxxxyyyyMMddHHmmkkkkkkkkkkk', {
      field: 'endToEndId',
    });
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
    throw new ValidationError('date deve ser uma data válida', { field: 'date' });
  }
  const minute = text.slice(0, 16).replaceAll(/\D/g, '');
  return letter + checkIspb(ispb) + minute + checkSequence(sequence);
}
