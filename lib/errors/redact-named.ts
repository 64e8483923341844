import { MASK } from './redact-mask.js';

/**
 * `tokenUrl`, `token_type`, `secretsmanager` and `TokenExpiredError` contain no secret, unlike
 * `token`, `secretKey` or `access_token_2`.
 */
const SECRET_NAME =
  '(?:token|secret|password|passwd|passphrase|senha|authorization|api[-_]?key|app[-_]?key|private[-_]?key|assertion|hmac)' +
  '(?![-_]?(?:url|uri|endpoint|type|store|status|name))' +
  String.raw`(?!s?[-_]?(?:manager|provider|service|guard|module)s?\b)` +
  String.raw`(?![\w-]{0,32}(?:error|exception)s?\b)`;

const secretName = new RegExp(SECRET_NAME, 'i');

/** "invalid_token: expired" is an error code of RFC 6750, not a value. */
const NOT_AN_ERROR_CODE = '(?<!(?:invalid|unsupported|expired|missing|insufficient)_)';
/**
 * The rest of the name: `client_secret`, `token.value`, but not a file name
 * (`private-key.service.js:1:32`, `secret.py:33`).
 */
const REST = String.raw`[\w-]{0,32}(?:\.(?![cm]?[jt]sx?\b|json\b|pem\b|key\b|(?:vue|svelte|py|rb|go|rs|php|java|kt|cs|sql|sh|html|css|ya?ml|toml|xml)(?::\d{1,6}){1,2}(?!\w))[\w-]{1,32}){0,2}`;
/** A quote as JSON, URLs and HTML contain it. */
const QUOTE = String.raw`(?:%(?:25){0,2}2[27]|&(?:quot|#34|#39|#x22|#x27);|\\{0,16}["']?)`;
/**
 * The separators between a name and its value in JSON, forms, headers, XML and lists of names and
 * values.
 */
const SEPARATORS = [
  String.raw`\s{0,4}(?:=>|[:=]|%(?:25){0,2}3[AD])\s{0,4}`,
  '>',
  String.raw`\s{0,4},\s{0,4}${QUOTE}(?:value|valor)${QUOTE}\s{0,4}[:=]\s{0,4}`,
].join('|');

const NAMED = new RegExp(
  `${NOT_AN_ERROR_CODE}${SECRET_NAME}${REST}${QUOTE}(?:${SEPARATORS})`,
  'gi',
);

/** Words after a name that describe a secret: `authorization: required`. */
const DESCRIPTION =
  /^(?:required|missing|invalid|expired|revoked|denied|failed|rejected|timeout|unauthorized|forbidden|undefined|null|none|obrigat[óo]ri[oa]|inv[áa]lid[oa]|ausente|expirad[oa])[.!?]?$/i;

const ESCAPED_QUOTE = /\\{1,16}["']|%(?:25){0,2}2[27]|&(?:quot|#34|#39|#x22|#x27);/iy;
/**
 * The end of the text, a quote or a separator ends a value. The first character decides each
 * alternative.
 */
const VALUE =
  /"(?:[^"\\]|\\[\s\S])*(?:"|$)|'(?:[^'\\]|\\[\s\S])*(?:'|$)|\[[^\]]*(?:\]|$)|\{[^}]*(?:\}|$)|(?:(?:Bearer|Basic|Digest)\s{1,4})?[^\s,;&"'<>)\]}[{\\]+/iy;

/** Whether a field with this name contains a secret (`client_secret`, `accessToken`, `senha`). */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/**
 * Masks values whose name marks them as secrets. Reads each character a bounded number of times.
 * @internal
 */
export function maskNamedValues(text: string): string {
  let masked = '';
  let copied = 0;
  NAMED.lastIndex = 0;
  for (let name = NAMED.exec(text); name; name = NAMED.exec(text)) {
    const start = NAMED.lastIndex;
    const end = endOfValue(text, start);
    if (end === start || DESCRIPTION.test(text.slice(start, end))) continue;
    masked += text.slice(copied, start) + maskInBrackets(text.slice(start, end));
    copied = end;
    NAMED.lastIndex = end;
  }
  return masked + text.slice(copied);
}

function endOfValue(text: string, start: number): number {
  ESCAPED_QUOTE.lastIndex = start;
  const quote = ESCAPED_QUOTE.exec(text)?.[0];
  if (quote !== undefined) return endOfEscaped(text, start + quote.length, quote);
  VALUE.lastIndex = start;
  return VALUE.test(text) ? VALUE.lastIndex : start;
}

/**
 * Finds the end of JSON inside JSON: the closing quote has as many backslashes as the opening one.
 */
function endOfEscaped(text: string, start: number, quote: string): number {
  for (let at = text.indexOf(quote, start); at >= 0; at = text.indexOf(quote, at + quote.length)) {
    if (text[at - 1] !== '\\' || at === start) return at + quote.length;
  }
  return text.length;
}

function maskInBrackets(value: string): string {
  const open = /^(?:\\*["']|%(?:25){0,2}2[27]|&[\w#]+;|[[{])/i.exec(value)?.[0] ?? '';
  const close = open === '[' ? ']' : open === '{' ? '}' : open;
  return open + MASK + close;
}
