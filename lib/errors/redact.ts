// What texts never show: secrets that an account holds, credentials and tax ids; and the headers that are safe to show.

import { AsyncLocalStorage } from 'node:async_hooks';

/** The replacement of a secret or tax id. No rule matches it, so masking twice changes nothing. */
export const MASK = '***';

/** Useful messages are shorter; the limit bounds the work. */
const MAX_TEXT = 16_384;
/**
 * How far before a cut the end of a word is searched: the rest of a secret would not be recognized.
 */
const MAX_WORD = 512;

/** Shorter texts occur by chance; masking them would destroy messages. */
const MIN_SECRET = 8;
/** The longest secret that is registered; tokens of 2 to 4 KB exist. */
const MAX_SECRET = 8192;
/** The number of secrets per owner; an owner that renews its token keeps only the newest. */
const MAX_SECRETS = 256;

/** Whose secrets a text may contain: the client of an account, or a delivery, with its tenant. */
export interface SecretScope {
  /** The clients that the handlers of a delivery have used. */
  readonly clients?: Set<SecretScope>;
  /** The application's key of the account, which its next client has too. */
  readonly tenantKey?: string | undefined;
}

/** Absent while there is one account: an AsyncLocalStorage slows down every promise of the process. */
let scopes: AsyncLocalStorage<SecretScope | undefined> | undefined;
let only: SecretScope | undefined;
let openScopes = 0;

/**
 * Begins an account. What it holds with {@link holdAccountSecrets} is masked in the texts that it creates
 * inside of {@link inScope}. The texts of another account keep it, so that no account can choose a
 * secret that changes the errors of another.
 */
export function openScope(tenantKey?: string): SecretScope {
  openScopes += 1;
  if (openScopes > 1) separateScopes();
  only = { tenantKey };
  return only;
}

export function closeScope(): void {
  openScopes -= 1;
}

/** Called before the first tenant has secrets. */
export function separateScopes(): void {
  scopes ??= new AsyncLocalStorage();
}

/** Runs a function, and what it starts, for an account; for none with `undefined`. */
export function inScope<T>(scope: SecretScope | undefined, work: () => T): T {
  if (scope) scopes?.getStore()?.clients?.add(scope);
  return scopes ? scopes.run(scope, work) : work();
}

/** Runs the handlers of an event. What their texts mask depends on them, and on no other account. */
export function inEvent<T>(work: () => T): T {
  return !scopes || getScope()?.clients ? work() : inScope({ clients: new Set() }, work);
}

export function getScope(): SecretScope | undefined {
  return scopes ? scopes.getStore() : only;
}

/** A registered text of an account; `undefined` is the application itself. */
interface Held {
  readonly text: string;
  readonly scope: SecretScope | undefined;
  /** How many owners hold it. */
  owners: number;
}

/**
 * The registered texts by {@link endKey}: tokens often have the same first characters. Lists, because an account
 * has a dozen texts, and maps of one entry would be a fifth of its memory.
 */
const held = new Map<number, Held[]>();
/** The secrets of an owner. */
interface Holding {
  readonly scope: SecretScope | undefined;
  readonly secrets: Set<string>;
}
const holdings = new WeakMap<object, Holding>();
const abandoned = new FinalizationRegistry<Holding>(dropAll);

/**
 * Masks these texts in error and log texts from now on, also encoded ({@link listEncodings}). Use it for
 * secrets that the library holds: a provider may repeat them in a form that no pattern finds.
 *
 * Secrets of the application are masked everywhere. Those of an account ({@link holdAccountSecrets}) are masked
 * in its own texts, and outside of the calls of accounts unless the account is a tenant's, who may have chosen
 * words of other texts as a secret.
 *
 * The texts are released when `owner` is garbage-collected, or by {@link releaseSecrets}. An owner
 * holds its 256 newest secrets. Texts of fewer than 8 characters are not masked, because they occur
 * by chance.
 */
export function holdSecrets(owner: object, ...secrets: readonly (string | undefined)[]): void {
  holdAccountSecrets(undefined, owner, ...secrets);
}

/** As {@link holdSecrets}, for an account. */
export function holdAccountSecrets(
  scope: SecretScope | undefined,
  owner: object,
  ...secrets: readonly (string | undefined)[]
): void {
  let holding = holdings.get(owner);
  if (!holding) {
    holding = { scope, secrets: new Set() };
    holdings.set(owner, holding);
    abandoned.register(owner, holding, holding);
  }
  const { secrets: known } = holding;
  for (const secret of secrets) {
    if (secret === undefined || secret.length < MIN_SECRET || secret.length > MAX_SECRET) continue;
    if (known.has(secret)) continue;
    known.add(secret);
    for (const text of listEncodings(secret)) keep(text, scope);
    const [oldest] = known;
    if (known.size > MAX_SECRETS && oldest !== undefined) {
      known.delete(oldest);
      for (const text of listEncodings(oldest)) drop(text, scope);
    }
  }
}

/** Stops masking the texts that {@link holdSecrets} received for this owner. */
export function releaseSecrets(owner: object): void {
  const holding = holdings.get(owner);
  if (!holding) return;
  holdings.delete(owner);
  abandoned.unregister(holding);
  dropAll(holding);
}

function dropAll(holding: Holding): void {
  for (const text of [...holding.secrets].flatMap(listEncodings)) drop(text, holding.scope);
}

/**
 * Returns a number from the last characters before `end`. Not from successive ones: the encoded forms of many secrets
 * end with `%3D%3D`.
 */
function endKey(text: string, end = text.length): number {
  const byte = (before: number) => text.charCodeAt(end - before) & 0xff;
  return (byte(8) << 24) | (byte(7) << 16) | (byte(2) << 8) | byte(1);
}

function keep(text: string, scope: SecretScope | undefined): void {
  const texts = held.get(endKey(text));
  const known = texts?.find((each) => each.scope === scope && each.text === text);
  if (known) known.owners += 1;
  else if (texts) texts.push({ text, scope, owners: 1 });
  else held.set(endKey(text), [{ text, scope, owners: 1 }]);
}

function drop(text: string, scope: SecretScope | undefined): void {
  const texts = held.get(endKey(text)) ?? [];
  const index = texts.findIndex((each) => each.scope === scope && each.text === text);
  const known = texts[index];
  if (!known) return;
  known.owners -= 1;
  if (known.owners === 0) texts.splice(index, 1);
  if (texts.length === 0) held.delete(endKey(text));
}

/** Whether a text of an account, a delivery or the application itself masks a secret. */
function isMasked(owner: SecretScope | undefined, scope: SecretScope | undefined): boolean {
  if (!owner || owner === scope || scope?.clients?.has(owner)) return true;
  return owner.tenantKey === undefined && (!scope || scope.clients !== undefined);
}

/**
 * Lists a secret as texts contain it: plain, percent-encoded (also twice, and in lower case), as a form
 * or decoded as one, in JSON (also of PHP, and inside JSON), in base64 and base64url.
 */
export function listEncodings(secret: string): string[] {
  // Unlike encodeURIComponent, never throws and encodes four more characters.
  const form = new URLSearchParams({ v: secret }).toString().slice(2);
  const full = form.replaceAll('+', '%20');
  const component = full.replace(/%(?:21|27|28|29|7E)/g, decodeURIComponent);
  const percent = [form, full, component].flatMap((text) => [
    text,
    text.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase()),
  ]);
  const json = JSON.stringify(secret).slice(1, -1);
  const php = json.replaceAll('/', '\\/').replace(/[\u0080-\uffff]/g, escapeCharacter);
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  const texts = [
    ...[secret, secret.replaceAll('+', ' '), ...percent],
    ...percent.map((text) => text.replaceAll('%', '%25')),
    ...[json, php, JSON.stringify(json).slice(1, -1)],
    ...[base64, Buffer.from(secret).toString('base64url'), encodeURIComponent(base64)],
  ];
  return [...new Set(texts)].filter((text) => text.length >= MIN_SECRET);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Masks the registered secrets in one pass, regardless of their number. */
export function maskHeldSecrets(text: string): string {
  if (held.size === 0) return text;
  let masked = '';
  let copied = 0;
  for (const [start, end] of findHeld(text)) {
    masked += text.slice(copied, start) + MASK;
    copied = end;
  }
  return masked + text.slice(copied);
}

/**
 * Finds the parts of a text that contain registered secrets. Secrets that overlap are one part: the secret
 * of one owner may contain that of another, which must not hide it.
 */
function findHeld(text: string): readonly (readonly [start: number, end: number])[] {
  const parts: [number, number][] = [];
  const scope = getScope();
  for (let end = MIN_SECRET; end <= text.length; end += 1) {
    let start = end;
    for (const { text: secret, scope: owner } of held.get(endKey(text, end)) ?? []) {
      const from = end - secret.length;
      if (from < start && isMasked(owner, scope) && text.endsWith(secret, end)) start = from;
    }
    if (start === end) continue;
    for (let last = parts.at(-1); last && last[1] > start; last = parts.at(-1)) {
      start = Math.min(start, last[0]);
      parts.pop();
    }
    parts.push([start, end]);
  }
  return parts;
}

/** Names of fields that contain a secret: `client_secret`, `accessToken`, `x-api-key`. */
const SECRET_NAME =
  '(?:x-)?(?:(?:access|refresh|id|sandbox|fixed)[-_]?)?token|(?:client|shared|webhook)?[-_]?secret(?:[-_]?key)?|' +
  'password|passwd|passphrase|senha|(?:proxy-)?authorization|(?:x-)?(?:gw-dev-)?(?:api|app|private)[-_]?key|' +
  'client[-_]?assertion|hmac|(?:set-)?cookie';
const secretName = new RegExp(`^(?:${SECRET_NAME})$`, 'i');

/** Whether a field with this name contains a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/**
 * Quantifiers are bounded or their matches consume what they read, so that hostile text costs
 * linear time. A whole PEM block is replaced before other rules match its lines.
 */
const rules: readonly (readonly [pattern: RegExp, replacement: string])[] = [
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
  // A member of JSON, also inside JSON; a field of a form; an element of XML.
  [
    new RegExp(
      String.raw`(?<![\w-])((?:${SECRET_NAME})(\\{0,4}["'])\s{0,4}:\s{0,4}\2)(?:(?!\2)\\?[\s\S])*`,
      'gi',
    ),
    `$1${MASK}`,
  ],
  [new RegExp(String.raw`(?<![\w-])((?:${SECRET_NAME})=)[^\s&;,"'<>)\]}]+`, 'gi'), `$1${MASK}`],
  [new RegExp(`(<(?:${SECRET_NAME})>)[^<]+`, 'gi'), `$1${MASK}`],
];

/** What each match of the rules contains: most texts have none of it. */
const MARK_OF_SECRET = /[:=<]|-----BEGIN|eyJ|Bearer|Basic/i;

/**
 * Masks every credential and tax id in a text and cuts it after 16,384 characters. Masks secrets
 * that the library holds; PEM blocks; JWTs; Bearer and Basic credentials; credentials in URLs; fields
 * of JSON, forms and XML with the name of a secret; and CPF and CNPJ ({@link maskTaxIds}).
 *
 * Other text is unchanged. The time is proportional to the length of the text.
 */
export function redact(text: string): string {
  let masked = cut(maskHeldSecrets(text.slice(0, MAX_TEXT + MAX_SECRET)));
  if (!MARK_OF_SECRET.test(masked)) return maskTaxIds(masked);
  for (const [pattern, replacement] of rules) masked = masked.replace(pattern, replacement);
  return maskTaxIds(masked);
}

function cut(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  let end = MAX_TEXT;
  while (end > MAX_TEXT - MAX_WORD && !/[\s"',;&<>(){}[\]]/.test(text.charAt(end - 1))) end -= 1;
  return `${text.slice(0, end > MAX_TEXT - MAX_WORD ? end : MAX_TEXT)}…`;
}

/** Control characters, line separators, and marks that change the direction of text. */
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Redacts a text for one log line and escapes its control characters. External text (for example a
 * payer's message in an error) can then neither start a new line nor control a terminal.
 */
export function toLogLine(text: string): string {
  return redact(text).replace(
    CONTROL,
    (character) => SHORT[character] ?? escapeCharacter(character),
  );
}

/**
 * Returns the stack frames of an error for the log, each as {@link toLogLine}; `undefined` if it
 * has none. Omits the message at the start of the stack: its lines may look like frames. If the
 * stack does not start with the message (someone changed it), returns `undefined`, because the
 * frames and the message cannot be distinguished.
 */
export function toLogStack(error: unknown): string | undefined {
  const { stack, name, message } = (error ?? {}) as Partial<Record<string, unknown>>;
  if (typeof stack !== 'string') return undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const frames = withoutHeader(stack, text(name), text(message))
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line));
  return frames && frames.length > 0 ? frames.map(toLogLine).join('\n') : undefined;
}

/** The name at the start of a stack: `Error`, `TypeError [ERR_INVALID_ARG_TYPE]`. */
const CLASS = /^[\w$.-]{0,64}(?: \[\w{1,64}\])?/;

function withoutHeader(stack: string, name: string, message: string): string | undefined {
  const written = CLASS.exec(stack)?.[0] ?? '';
  const headers = [`${written}: ${message}`, `${name}: ${message}`, message, written];
  const header = headers.find((text) => stack.startsWith(`${text}\n`));
  return header === undefined ? undefined : stack.slice(header.length);
}

/**
 * Returns the text of an error, like `String`; a constant text if the thrown value cannot be
 * converted. Never throws.
 */
export function toErrorText(error: unknown): string {
  try {
    return String(error);
  } catch {
    return 'a value without text was thrown';
  }
}

/**
 * Weights of the last check digit (modulo 11). The digit before it uses the same weights without
 * the first.
 */
const CPF_WEIGHTS = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/** A CPF without punctuation: 11 digits. */
export const CPF = /^\d{11}$/;

/** A CNPJ without punctuation, numeric or alphanumeric: 14 characters. */
export const CNPJ = /^[0-9A-Z]{14}$/;

/**
 * Whether 11 digits are a valid CPF. A repeated digit has correct check digits, but is not a CPF.
 */
export function isCpf(compact: string): boolean {
  return CPF.test(compact) && hasCheckDigits(compact, CPF_WEIGHTS);
}

/**
 * Whether 14 characters are a valid CNPJ, numeric or alphanumeric (IN RFB 2.229/2024).
 */
export function isCnpj(compact: string): boolean {
  return CNPJ.test(compact) && hasCheckDigits(compact, CNPJ_WEIGHTS);
}

function hasCheckDigits(text: string, weights: readonly number[]): boolean {
  if (/^(.)\1*$/.test(text)) return false;
  return [weights.length - 1, weights.length].every(
    (end) => text.charAt(end) === String(checkDigit(text.slice(0, end), weights.slice(-end))),
  );
}

/**
 * Computes a check digit. Each character counts as its ASCII code minus 48, which leaves digits
 * unchanged.
 */
function checkDigit(text: string, weights: readonly number[]): number {
  const sum = weights.reduce(
    (total, weight, index) => total + weight * (text.charCodeAt(index) - 48),
    0,
  );
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

/** What may stand between the groups of a tax id, as sources of regular expressions. */
interface Separators {
  /** Between the first groups: `\.`. */
  readonly point: string;
  /** Before the number of a branch in a CNPJ: `/`. */
  readonly slash: string;
  /** Before the check digits: `-`. */
  readonly hyphen: string;
}

/** The usual punctuation: `000.000.000-00`, `00.000.000/0000-00`. */
const PUNCTUATION: Separators = { point: String.raw`\.`, slash: '/', hyphen: '-' };

/** A character of an alphanumeric CNPJ (IN RFB 2.229/2024). */
const CNPJ_CHARACTER = '[0-9A-Z]';

/** Builds the source of a regular expression for a CPF with separators. */
export function buildCpfSource({ point, hyphen }: Omit<Separators, 'slash'> = PUNCTUATION): string {
  return String.raw`\d{3}${point}\d{3}${point}\d{3}${hyphen}\d{2}`;
}

/** Builds the source of a regular expression for a CNPJ, numeric or alphanumeric, with separators. */
export function buildCnpjSource({ point, slash, hyphen }: Separators = PUNCTUATION): string {
  const [two, three, four] = [2, 3, 4].map((count) => `${CNPJ_CHARACTER}{${count}}`);
  return String.raw`${two}${point}${three}${point}${three}${slash}${four}${hyphen}\d{2}`;
}

/** A percent-encoded or escaped character, or the rest of a color sequence: a digit may follow. */
const ESCAPE = String.raw`%(?:25){0,2}[0-9A-F]{2}|\\u[0-9A-F]{4}|\\x[0-9A-F]{2}|\\[nrt]|\[[\d;?]{0,16}[A-Z]`;
const SPACE = String.raw`(?:[ \u00a0+]|%20)`;
/** Also as JSON writes it in PHP (`\/`), and percent-encoded. */
const SLASH = String.raw`(?:\\?/|%2F)`;

/** Also as word processors write it. */
const HYPHEN = String.raw`[-\u2010-\u2013]`;

const SEPARATORS = [
  { point: String.raw`\.?`, slash: `${SLASH}?`, hyphen: `${HYPHEN}?` },
  { point: SPACE, slash: `(?:${SLASH}|${SPACE})`, hyphen: `(?:${HYPHEN}|${SPACE})` },
];
const CPF_FORMS = SEPARATORS.map(buildCpfSource).join('|');
const CNPJ_FORMS = SEPARATORS.map(buildCnpjSource).join('|');

/**
 * A labelled number is masked even with wrong check digits: a mistyped CPF is close to the real
 * one.
 */
const LABELLED = new RegExp(
  String.raw`((?:cpf|cnpj)[^0-9A-Za-z]{0,6})(?:(?:${CNPJ_FORMS})(?!\w)|(?:${CPF_FORMS})(?!\d)|\d[\d./-]{2,20})`,
  'gi',
);
/** Fields for CPF or CNPJ pad a CPF with zeros. */
const CPF_TEXT = new RegExp(`((?<!\\d)|${ESCAPE})(?:0{3,4})?(?:${CPF_FORMS})(?!\\d)`, 'gi');
const CNPJ_TEXT = new RegExp(
  `((?<!\\d)|${ESCAPE})(?:${CNPJ_FORMS.replaceAll(CNPJ_CHARACTER, '\\d')})(?!\\d)`,
  'gi',
);
const CNPJ_WITH_LETTERS = new RegExp(
  `((?<![0-9A-Z])|${ESCAPE})(?:${CNPJ_FORMS})(?![0-9A-Z])`,
  'gi',
);

/** The longest text before a number that decides whether it is separate. */
const CONTEXT = 32;
/** The letters directly before a number; identifiers have more of them, or digits. */
const LETTERS_BEFORE = /(?:^|[^0-9A-Za-z])[A-Za-z]{1,12}$/;
const ESCAPE_BEFORE = new RegExp(`(?:${ESCAPE})$`, 'i');
/** The last group of a UUID. */
const UUID_BEFORE = /[0-9a-f]{4}-[a-f]$/i;
/** A number has at most 17 digits, so a longer text before the point is not its integer part. */
const INTEGER_BEFORE = /(?<!\d)\d{1,6}\.$/;
const DECIMALS_AFTER = /^(?:\.\d{1,6}(?!\d)|,\d{2}(?![.,]?\d)|-\d{2}(?!\d))/;

/**
 * Masks each CPF and CNPJ: numbers labelled `cpf` or `cnpj`, and separate numbers with correct
 * check digits. A number is not separate if it continues with letters or digits, is part of a
 * decimal, or is part of an identifier such as a txid, an EndToEndId or a UUID.
 */
export function maskTaxIds(text: string): string {
  if (!/\d/.test(text)) return text;
  const labelled = text.replace(LABELLED, `$1${MASK}`);
  const withoutCpf = maskMatches(labelled, CPF_TEXT, (id) => isCpf(compact(id).slice(-11)));
  const withoutCnpj = maskMatches(withoutCpf, CNPJ_TEXT, (id) => isCnpj(compact(id)));
  return maskMatches(withoutCnpj, CNPJ_WITH_LETTERS, isCnpjWithLetters);
}

/** In lower case, a digit before the check digits is required: `pagamentos2024` is a word. */
function isCnpjWithLetters(id: string): boolean {
  const isLikely = !/[a-z]/.test(id) || /\d/.test(compact(id).slice(0, -2));
  return isLikely && isCnpj(compact(id));
}

/** Masks the matches that are valid and separate; a match that is not may overlap another one. */
function maskMatches(text: string, pattern: RegExp, isValid: (id: string) => boolean): string {
  let masked = '';
  let copied = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [whole, escape = ''] = match;
    const start = match.index + escape.length;
    const id = whole.slice(escape.length);
    if (isValid(id) && isSeparate(text, id, start)) {
      masked += text.slice(copied, start) + MASK;
      copied = start + id.length;
    } else {
      pattern.lastIndex = match.index + 1;
    }
  }
  return masked + text.slice(copied);
}

function isSeparate(text: string, id: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - CONTEXT), start);
  const after = text.slice(start + id.length, start + id.length + 8);
  if (/^[0-9A-Za-z]/.test(after)) return false;
  if (/[A-Za-z]$/.test(before) && !ESCAPE_BEFORE.test(before)) {
    if (!LETTERS_BEFORE.test(before) || UUID_BEFORE.test(before)) return false;
  }
  // Only a number without punctuation can be an amount or have a suffix.
  return /\D/.test(id) || !(INTEGER_BEFORE.test(before) || DECIMALS_AFTER.test(after));
}

function compact(id: string): string {
  return id.replace(/%2[0F]|[^0-9A-Za-z]/gi, '').toUpperCase();
}

/** Common names of the response header with a bank's identifier of a call, in lower case. */
export const commonCorrelationHeaders = ['x-correlation-id', 'x-correlationid', 'x-request-id'];
/** Longer texts are not identifiers. */
const MAX_LENGTH = 128;

/**
 * Finds the bank's identifier of a call in the headers of its response.
 *
 * @param headers by name in lower case
 * @param names header names of the bank, before the common ones
 */
export function findCorrelationId(
  headers: Readonly<Record<string, unknown>>,
  names: readonly string[] = [],
): string | undefined {
  const known = [...names.map((name) => name.toLowerCase()), ...commonCorrelationHeaders];
  for (const name of known) {
    const id = toCorrelationId(headers[name]);
    if (id !== undefined) return id;
  }
  return undefined;
}

/** Returns an identifier without secrets; `undefined` if the value can be none. */
export function toCorrelationId(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value)) return undefined;
  return value.length > MAX_LENGTH ? undefined : redact(value);
}

/**
 * Names of response headers that describe a response and carry no credentials: caching, dates,
 * limits, and identifiers of requests, traces and transactions. Other headers (`set-cookie`,
 * `location`) may contain secrets or personal data.
 */
const SAFE_NAME =
  /^(?:age|cache-control|content-(?:encoding|language|length|type)|date|deprecation|etag|last-modified|retry-after|server|server-timing|sunset|traceparent|via|warning)$|(?:^|-)(?:request|correlation|trace|transaction|cf|ray)-?id$|rate-?limit/;

const MAX_VALUE = 512;
/** The values of the headers of most responses, which contain no secret: a length, an HTTP date, the type of JSON. */
const PLAIN_VALUE =
  /^(?:\d{1,7}|[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT|application\/(?:problem\+)?json(?:; ?charset=utf-8)?)$/i;

/**
 * Copies the headers of a response that may be logged, with their values redacted.
 *
 * @param headers by name in lower case
 * @param names further headers of the provider that are safe
 */
export function copySafeHeaders(
  headers: Readonly<Record<string, unknown>>,
  names: readonly string[] = [],
): Record<string, string> {
  const known = names.map((name) => name.toLowerCase());
  const safe: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string' || !(SAFE_NAME.test(name) || known.includes(name))) continue;
    safe[name] = PLAIN_VALUE.test(value) ? value : redact(value.slice(0, MAX_VALUE));
  }
  return safe;
}

const HTTP_DATE = /^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/;

/**
 * Parses a `Retry-After` header, given in seconds or as an HTTP date (RFC 9110, 10.2.3), to
 * seconds. A past date is 0; an invalid value is `undefined`.
 */
export function parseRetryAfter(header: string | undefined, now?: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const date = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(date)) return undefined;
  return Math.max(0, Math.ceil((date - (now ?? Date.now())) / 1000));
}
