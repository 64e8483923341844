import { MAX_HELD_LENGTH, maskHeldSecrets } from './redact-held.js';
import { MASK } from './redact-mask.js';
import { maskNamedValues } from './redact-named.js';
import { maskTaxIds } from './redact-tax-ids.js';

/** Useful messages are shorter; the limit bounds the work. */
const MAX_TEXT = 16_384;
/**
 * How far before a cut the end of a word is searched: the rest of a secret would not be recognized.
 */
const MAX_WORD = 512;

type Rule = readonly [pattern: RegExp, replacement: string];

/**
 * Quantifiers are bounded or their matches consume what they read, so that hostile text costs
 * linear time. A whole PEM block is replaced before other rules match its lines.
 */
const rules: readonly Rule[] = [
  [
    // Only with content after it: "it must be PEM (-----BEGIN CERTIFICATE-----)" is a hint.
    /-----BEGIN [A-Z0-9 ]{1,64}-----(?:\s|\\[nrt]|%0[AD]){0,8}(?=[A-Za-z0-9+/=])[\s\S]*?(?:-----END [A-Z0-9 ]{1,64}-----|$)/g,
    MASK,
  ],
  [/(?:(?<![\w-])|(?<=%[0-9A-Fa-f]{2}))eyJ[\w-]{4,}(?:\.[\w-]*){1,4}/g, MASK],
  [
    // "Bearer realm=…" and "Bearer token inválido" name the scheme and contain no credential.
    /\b(Bearer|Basic)(\s{1,4}|%20|\+)(?!(?:realm|error)=)(?!(?:tokens?|auth|authentication|authorization|credentials?|scheme)(?:[\s"'.,;:)]|$))[\w.~+/=-]+/gi,
    `$1$2${MASK}`,
  ],
  [/(:\/\/)[^\s/:@]{1,128}:[^\s/@]{1,256}@/g, `$1${MASK}@`],
];

/**
 * Masks every credential and tax id in a text and cuts it after 16,384 characters. Masks secrets
 * that the library holds; Bearer and Basic credentials; values with the name of a secret in JSON,
 * XML, form and header text; PEM blocks; JWTs; credentials in URLs; and CPF and CNPJ (numeric or
 * alphanumeric, with or without punctuation) that `cpf` or `cnpj` labels, or that are separate and
 * have correct check digits.
 *
 * Other text is unchanged. The time is proportional to the length of the text.
 */
export function redact(text: string): string {
  let masked = cut(maskHeldSecrets(text.slice(0, MAX_TEXT + MAX_HELD_LENGTH)));
  for (const [pattern, replacement] of rules) masked = masked.replace(pattern, replacement);
  return maskTaxIds(maskNamedValues(masked));
}

function cut(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  let end = MAX_TEXT;
  while (end > MAX_TEXT - MAX_WORD && !/[\s"',;&<>(){}[\]]/.test(text.charAt(end - 1))) end -= 1;
  return `${text.slice(0, end > MAX_TEXT - MAX_WORD ? end : MAX_TEXT)}…`;
}
