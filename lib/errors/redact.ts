/** What stands where a secret stood. It matches none of the rules below, so masking twice changes nothing. */
export const MASK = '***';

/** `tokenUrl` and `token_type` hold no secret, unlike `token`, `secretKey` or `access_token_2`. */
const SECRET_NAME =
  '(?:token|secret|password|passwd|passphrase|senha|authorization|api[-_]?key|app[-_]?key|private[-_]?key|assertion|hmac)' +
  '(?![-_]?(?:url|uri|endpoint|type|store|status|name))';

/** The end of text, a quote or a separator ends an unquoted value. */
const SECRET_VALUE = [
  String.raw`\\+"[\s\S]*?(?:\\+"|$)`,
  String.raw`"(?:[^"\\]|\\[\s\S])*(?:"|$)`,
  String.raw`'(?:[^'\\]|\\[\s\S])*(?:'|$)`,
  String.raw`(?:(?:Bearer|Basic|Digest)\s+)?[^\s,;&"'<>)\]}\\]+`,
].join('|');

/** Not inside a longer word, where a percent-encoded character counts as no word. */
const START = String.raw`(?:(?<![0-9A-Za-z])|(?<=%[0-9A-Fa-f]{2}))`;
const END = '(?![0-9A-Za-z])';

type Rule = readonly [pattern: RegExp, replacement: string | ((...groups: string[]) => string)];

/**
 * Each quantifier that could overlap its neighbour is bounded, so that a hostile body costs linear time.
 * Order matters: a whole PEM block goes before its lines can look like something else.
 */
const rules: readonly Rule[] = [
  [/-----BEGIN [A-Z0-9 ]{1,64}-----[\s\S]*?(?:-----END [A-Z0-9 ]{1,64}-----|$)/g, MASK],
  [/\beyJ[\w-]{4,}(?:\.[\w-]*){1,4}/g, MASK],
  [
    // "Bearer realm=…" and "Bearer token inválido" name the scheme and carry no credential.
    /\b(Bearer|Basic)(\s{1,4}|%20|\+)(?!(?:realm|error)=)(?!(?:tokens?|auth|authentication|authorization|credentials?|scheme)(?:[\s"'.,;:)]|$))[\w.~+/=-]+/gi,
    `$1$2${MASK}`,
  ],
  [/(:\/\/)[^\s/:@]{1,128}:[^\s/@]{1,128}@/g, `$1${MASK}@`],
  [
    // "invalid_token: expired" is an error code of RFC 6750, not a value.
    new RegExp(
      String.raw`((?<!(?:invalid|unsupported|expired|missing|insufficient)_)${SECRET_NAME}[\w.-]{0,32}\\{0,4}["']?\s{0,4}(?:[:=]|%3[AD])\s{0,4})(${SECRET_VALUE})`,
      'gi',
    ),
    (_match, name = '', value = '') => name + maskInQuotes(value),
  ],
  [/((?:cpf|cnpj)[^0-9A-Za-z]{0,6})\d[\d./-]{2,20}/gi, `$1${MASK}`],
  [new RegExp(String.raw`${START}\d{3}\.?\d{3}\.?\d{3}-?\d{2}${END}`, 'g'), MASK],
  [
    new RegExp(
      String.raw`${START}[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}/?[0-9A-Z]{4}-?\d{2}${END}`,
      'g',
    ),
    MASK,
  ],
];

const secretName = new RegExp(SECRET_NAME, 'i');

/** Whether a field of this name holds a secret (`client_secret`, `accessToken`, `senha`). */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/**
 * The text with every credential and tax id masked: Bearer and Basic credentials, values named like
 * a secret in JSON, form and header text, PEM blocks, JWTs, credentials in URLs, CPF and CNPJ
 * (numeric or alphanumeric, with or without punctuation). The rest is kept as it is.
 */
export function redact(text: string): string {
  let masked = text;
  for (const [pattern, replacement] of rules) {
    masked =
      typeof replacement === 'string'
        ? masked.replace(pattern, replacement)
        : masked.replace(pattern, replacement);
  }
  return masked;
}

function maskInQuotes(value: string): string {
  const quote = /^\\*["']/.exec(value)?.[0] ?? '';
  return quote + MASK + quote;
}
