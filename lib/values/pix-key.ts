import { isPunctuatedTaxId, removePunctuation } from './tax-ids.js';

/** A phone key in the format of the specification: `+5511999999999`. */
const PHONE_KEY = /^\+\d+$/;

/**
 * Removes the `+` of a phone key, which some providers do not accept. Returns other keys unchanged.
 */
export function toKeyWithoutPlus(chave: string): string {
  return PHONE_KEY.test(chave) ? chave.slice(1) : chave;
}

/**
 * Normalizes a key for comparison: emails and random keys in lower case, phone numbers without `+`,
 * CPF and CNPJ without punctuation. Returns an empty text for values other than texts and numbers.
 */
export function toComparableKey(chave: unknown): string {
  if (typeof chave !== 'string' && typeof chave !== 'number') return '';
  const key = String(chave).trim().toLowerCase();
  if (isPunctuatedTaxId(key.toUpperCase())) return removePunctuation(key);
  return key.replace(/^\+(?=\d{12,13}$)/, '');
}
