import { randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Bytes from here on are skipped, because they would favor the first letters. */
const FAIR = 256 - (256 % ALPHABET.length);

/**
 * Generates text of [a-zA-Z0-9] with the system's secure generator; each character is equally
 * likely.
 */
export function randomAlphanumeric(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      if (byte < FAIR) text += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return text;
}
