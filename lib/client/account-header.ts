import { ValueError } from '../errors/index.js';
import { ACCOUNT_NUMBER } from '../values/index.js';

/**
 * Normalizes an account number for the header `x-conta-corrente`: digits only, including the check
 * digit. Removes hyphens, dots, spaces and leading zeros
 * (docs/interface.md#account-number-of-inter).
 *
 * @throws ValueError if the rest does not match `[1-9][0-9]*`
 */
export function normalizeContaCorrente(value: string | number): string {
  const digits = String(value)
    .replace(/[-.\s]/g, '')
    .replace(/^0+/, '');
  if (!ACCOUNT_NUMBER.test(digits)) {
    throw new ValueError(
      'contaCorrente must be the account number with its check digit: digits, hyphens, dots and spaces only, not all zeros.',
    );
  }
  return digits;
}
