import { buildCnpjSource, buildCpfSource, isCnpj, isCpf } from '../errors/index.js';

const PUNCTUATED_CPF = new RegExp(`^${buildCpfSource()}$`);
const PUNCTUATED_CNPJ = new RegExp(`^${buildCnpjSource()}$`);

/**
 * Whether a text is a CPF with correct check digits: 11 digits, or `000.000.000-00`. A repeated
 * digit has correct check digits, but is not a CPF.
 */
export function isValidCpf(text: string): boolean {
  return isCpf(toCompact(text, PUNCTUATED_CPF));
}

/**
 * Whether a text is a CNPJ with correct check digits, numeric or alphanumeric (Receita Federal, IN
 * RFB 2.229/2024): 14 characters of [0-9A-Z], the last two digits, or `00.000.000/0000-00`.
 */
export function isValidCnpj(text: string): boolean {
  return isCnpj(toCompact(text, PUNCTUATED_CNPJ));
}

/** Whether a text has the form of a CPF or CNPJ with punctuation and capital letters. Ignores the check digits. */
export function isPunctuatedTaxId(text: string): boolean {
  return PUNCTUATED_CPF.test(text) || PUNCTUATED_CNPJ.test(text);
}

/** Removes the punctuation of a tax id. */
export function removePunctuation(text: string): string {
  return text.replace(/[./-]/g, '');
}

/** Converts a tax id with punctuation to its form without. Returns other texts unchanged. */
function toCompact(text: unknown, punctuated: RegExp): string {
  if (typeof text !== 'string') return '';
  return punctuated.test(text) ? removePunctuation(text) : text;
}
