/** A telephone key as the specification writes it: `+5511999999999`. */
const PHONE_KEY = /^\+\d+$/;
const PUNCTUATED_TAX_ID = /^[0-9a-z]{2,3}\.[0-9a-z]{3}\.[0-9a-z]{3}(?:-\d{2}|\/[0-9a-z]{4}-\d{2})$/;

/** Removes the `+` of a telephone key, which some providers do not take. Other keys stay as they are. */
export function toKeyWithoutPlus(chave: string): string {
  return PHONE_KEY.test(chave) ? chave.slice(1) : chave;
}

/**
 * Returns one spelling for all spellings of a key: e-mails and random keys in lower case, telephones without `+`, CPF and
 * CNPJ without punctuation. What is neither a text nor a number is no key and becomes an empty text.
 */
export function toComparableKey(chave: unknown): string {
  if (typeof chave !== 'string' && typeof chave !== 'number') return '';
  const key = String(chave).trim().toLowerCase();
  if (PUNCTUATED_TAX_ID.test(key)) return key.replace(/[./-]/g, '');
  return key.replace(/^\+(?=\d{12,13}$)/, '');
}
