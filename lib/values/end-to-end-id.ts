import { types } from 'node:util';

import { ValidationError } from '../errors/index.js';
import { isCalendarDate, withHyphens } from './calendar-date.js';
import { checkIspb, checkSequence, matchParts } from './parts.js';

export interface SettlementIdInput {
  /** Of the participant that starts the payment or the refund: 8 digits. */
  ispb: string;
  /** Its instant, kept to the minute. Default: now. */
  date?: Date | undefined;
  /** 11 characters of [a-zA-Z0-9]. Default: random. */
  sequence?: string | undefined;
}

export interface EndToEndIdParts {
  /** 8 digits, or capital letters too. */
  ispb: string;
  /** UTC calendar date, `YYYY-MM-DD`. */
  date: string;
  /** UTC time, `HH:mm`. */
  time: string;
  /** Both as an instant. */
  timestamp: Date;
  sequence: string;
}

/**
 * An end-to-end id as the payer's provider makes it: `E`, ISPB, `yyyyMMddHHmm` in UTC, sequence;
 * 32 characters.
 *
 * @throws ValidationError naming the bad `field`
 */
export function generateEndToEndId(input: SettlementIdInput): string {
  return settlementId('E', input);
}

/**
 * A refund's return identification (`rtrId`): as an end-to-end id, with `D` ahead.
 *
 * @throws ValidationError naming the bad `field`
 */
export function generateRtrId(input: SettlementIdInput): string {
  return settlementId('D', input);
}

/**
 * The parts of an end-to-end id.
 *
 * @throws ValidationError with field `endToEndId` when it is not one
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
  // The JSON form, unlike the ISO one, is null for an invalid date; a year past 9999 begins with a sign.
  const text = types.isDate(instant) ? instant.toJSON() : null;
  if (text === null || !/^\d{4}-/.test(text)) {
    throw new ValidationError('date deve ser uma data válida', { field: 'date' });
  }
  const minute = text.slice(0, 16).replaceAll(/\D/g, '');
  return letter + checkIspb(ispb) + minute + checkSequence(sequence);
}
