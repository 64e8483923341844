import { MAX_HELD_LENGTH, maskHeldSecrets } from './redact-held.js';
import { MASK } from './redact-mask.js';
import { maskNamedValues } from './redact-named.js';
import { maskTaxIds } from './redact-tax-ids.js';

/** No message of any use is longer, and no work is done on more. */
const MAX_TEXT = 16_384;
/** How far back a cut looks for the end of a word: half a secret would look like something else. */
const MAX_WORD = 512;

type Rule = readonly [pattern: RegExp, replacement: string];

/**
 * Every quantifier that could be tried again from the next character is bounded, or its match consumes what it read, so
 * that hostile text costs linear time. A whole PEM block goes before its lines can look like something else.
 */
const rules: readonly Rule[] = [
  [
    // Only with content behind it: "it must be PEM (-----BEGIN CERTIFICATE-----)" is advice.
    /-----BEGIN [A-Z0-9 ]{1,64}-----(?:\s|\\[nrt]|%0[AD]){0,8}(?=[A-Za-z0-9+/=])[\s\S]*?(?:-----END [A-Z0-9 ]{1,64}-----|$)/g,
    MASK,
  ],
  [/(?:(?<![\w-])|(?<=%[0-9A-Fa-f]{2}))eyJ[\w-]{4,}(?:\.[\w-]*){1,4}/g, MASK],
  [
    // "Bearer realm=…" and "Bearer token inválido" name the scheme and carry no credential.
    /\b(Bearer|Basic)(\s{1,4}|%20|\+)(?!(?:realm|error)=)(?!(?:tokens?|auth|authentication|authorization|credentials?|scheme)(?:[\s"'.,;:)]|$))[\w.~+/=-]+/gi,
    `$1$2${MASK}`,
  ],
  [/(:\/\/)[^\s/:@]{1,128}:[^\s/@]{1,256}@/g, `$1${MASK}@`],
];

/**
 * The text with every credential and tax id masked, cut after 16,384 characters:
 * - secrets that the library holds itself, wherever they stand;
 * - Bearer and Basic credentials, values named like a secret in JSON, XML, form and header text, PEM blocks, JWTs,
 *   credentials in URLs;
 * - CPF and CNPJ (numeric or alphanumeric, with or without punctuation) that `cpf` or `cnpj` announces, or that stand
 *   alone with right check digits.
 *
 * Everything else is kept as it is. The time is proportional to the length of the text.
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
