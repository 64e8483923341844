import { isCnpj, isCpf } from '../errors/index.js';

/**
 * Whether a text is a CPF with correct check digits: 11 digits, or `000.000.000-00`. A repeated
 * digit has correct check digits, but is not a CPF.
 */
export function isValidCpf(text: string): boolean {
  return isCpf(removePunctuation(text, /^(\d{3})\.(\d{3})\.(\d{3})-(\d{2})$/));
}

/**
 * Whether a text is a CNPJ with correct check digits, numeric or alphanumeric (Receita Federal, IN
 * RFB 2.229/2024): 14 characters of [0-9A-Z], the last two digits, or `00.000.000/0000-00`.
 */
export function isValidCnpj(text: string): boolean {
  return isCnpj(
    removePunctuation(text, /^([0-9A-Z]{2})\.([0-9A-Z]{3})\.([0-9A-Z]{3})\/([0-9A-Z]{4})-(\d{2})$/),
  );
}

/** Removes the punctuation of a tax id. */
function removePunctuation(text: unknown, punctuated: RegExp): string {
  if (typeof text !== 'string') return '';
  return punctuated.exec(text)?.slice(1).join('') ?? text;
}
