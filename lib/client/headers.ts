import { validateHeaderName, validateHeaderValue } from 'node:http';
import { ValueError } from '../errors/index.js';
import { ACCOUNT_NUMBER, isPossiblePixKey, normalizePixKey } from '../values/index.js';

/** Headers that only the client may set (docs/decisions.md D30). */
const PROTECTED = new Set(['authorization', 'client_id']);

/**
 * Refuses headers that only the client may set, in any letter case, and headers that are invalid in
 * HTTP.
 *
 * @throws ValueError that names the header
 */
export function assertHeadersAllowed(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of listHeaders(headers)) {
    assertHeaderValid(name, value);
    if (PROTECTED.has(name.toLowerCase())) {
      throw new ValueError(
        `The header "${name}" cannot be redefined: the client sets it from clientId and the access token. Remove it from headers.`,
      );
    }
  }
}

/** Lists the headers; one that is `undefined` counts as left out. */
function listHeaders(headers: Readonly<Record<string, string | undefined>>): [string, string][] {
  return Object.entries(headers).filter(
    (header): header is [string, string] => header[1] !== undefined,
  );
}

function assertHeaderValid(name: string, value: string): void {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch (error) {
    throw new ValueError(`The header "${name}" has a name or value that HTTP does not allow.`, {
      cause: error,
    });
  }
}

/**
 * Adds the application's headers to the client's own. The application's header replaces one of the
 * same name in any letter case.
 *
 * @param accountHeader the header that contains an account number, if the provider has one
 * @throws ValueError on a protected header or an invalid account number
 */
export function mergeHeaders(
  base: Readonly<Record<string, string>>,
  extra: Readonly<Record<string, string>>,
  accountHeader?: string,
): Record<string, string> {
  assertHeadersAllowed(extra);
  const added = listHeaders(extra);
  const replaced = new Set(added.map(([name]) => name.toLowerCase()));
  const kept = Object.entries(base).filter(([name]) => !replaced.has(name.toLowerCase()));
  const merged = Object.fromEntries(kept);
  for (const [name, value] of added) {
    merged[name] = name.toLowerCase() === accountHeader ? normalizeContaCorrente(value) : value;
  }
  return merged;
}

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

/**
 * Normalizes the Pix key of an account.
 *
 * @throws ValueError if it is none
 */
export function parseAccountKey(chave: string): string {
  const key = normalizePixKey(chave);
  if (typeof key === 'string' && isPossiblePixKey(key)) return key;
  throw new ValueError(
    'chave must be a Pix key: CPF, CNPJ, email address, phone number with +55 or random key.',
  );
}
