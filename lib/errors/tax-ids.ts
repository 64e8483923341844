/** The replacement of a secret or tax id. No rule matches it, so masking twice changes nothing. */
export const MASK = '***';

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

const SEPARATORS = [
  { point: String.raw`\.?`, slash: `${SLASH}?`, hyphen: '-?' },
  { point: SPACE, slash: `(?:${SLASH}|${SPACE})`, hyphen: `(?:-|${SPACE})` },
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
const CPF_TEXT = new RegExp(`((?<!\\d)|${ESCAPE})(?:${CPF_FORMS})(?!\\d)`, 'gi');
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
  const labelled = text.replace(LABELLED, `$1${MASK}`);
  const withoutCpf = maskMatches(labelled, CPF_TEXT, (id) => isCpf(compact(id)));
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
