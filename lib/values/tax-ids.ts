import { isCnpj, isCpf } from '../errors/check-digits.js';

/**
 * Whether the text is a CPF with right check digits: 11 digits, or `000.000.000-00`. One digit
 * repeated passes the arithmetic and is no CPF.
 */
export function isValidCpf(text: string): boolean {
  return isCpf(removePunctuation(text, /^(\d{3})\.(\d{3})\.(\d{3})-(\d{2})$/));
}

/**
 * Whether the text is a CNPJ with right check digits, numeric or alphanumeric (Receita Federal,
 * IN RFB 2.229/2024): 14 characters of [0-9A-Z], the last two digits, or `00.000.000/0000-00`.
 */
export function isValidCnpj(text: string): boolean {
  return isCnpj(
    removePunctuation(text, /^([0-9A-Z]{2})\.([0-9A-Z]{3})\.([0-9A-Z]{3})\/([0-9A-Z]{4})-(\d{2})$/),
  );
}

/** The text without the punctuation of an id. */
function removePunctuation(text: unknown, punctuated: RegExp): string {
  if (typeof text !== 'string') return '';
  return punctuated.exec(text)?.slice(1).join('') ?? text;
}
