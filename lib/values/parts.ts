import { ValidationError } from '../errors/index.js';
import { NUMERIC_ISPB } from './patterns.js';
import { randomAlphanumeric } from './random-alphanumeric.js';

/**
 * Length of the sequence at the end of most identifiers
 * (docs/interface.md#other-generated-identifiers).
 */
const SEQUENCE_LENGTH = 11;

/** Validates an application's ISPB: 8 digits (docs/decisions.md D14). */
export function checkIspb(ispb: string): string {
  if (typeof ispb !== 'string' || !NUMERIC_ISPB.test(ispb)) {
    throw new ValidationError('ispb deve ter 8 dígitos', { field: 'ispb' });
  }
  return ispb;
}

/** Validates a given sequence, or generates a random one. */
export function checkSequence(sequence: string | undefined): string {
  if (sequence === undefined) return randomAlphanumeric(SEQUENCE_LENGTH);
  if (typeof sequence !== 'string' || !/^[a-zA-Z0-9]{11}$/.test(sequence)) {
    throw new ValidationError(`sequence deve ter ${SEQUENCE_LENGTH} caracteres [a-zA-Z0-9]`, {
      field: 'sequence',
    });
  }
  return sequence;
}

/** Returns the match and its groups; empty if the value does not match or is not text. */
export function matchParts(text: unknown, pattern: RegExp): readonly string[] {
  return typeof text === 'string' ? (pattern.exec(text) ?? []) : [];
}
