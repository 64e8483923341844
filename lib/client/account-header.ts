import { ValueError } from '../errors/index.js';

/**
 * The account number as the header `x-conta-corrente` wants it: digits only, the check digit included. Hyphens, dots,
 * spaces and leading zeros are removed (docs/interface.md#account-number-of-inter).
 *
 * @throws ValueError when nothing that matches `[1-9][0-9]*` is left
 */
export function normalizeContaCorrente(value: string | number): string {
  const digits = String(value)
    .replace(/[-.\s]/g, '')
    .replace(/^0+/, '');
  if (!/^[1-9][0-9]*$/.test(digits)) {
    throw new ValueError(
      'contaCorrente must be the account number with its check digit: digits, hyphens, dots and spaces only, not all zeros.',
    );
  }
  return digits;
}
