import { isCnpj, isCpf } from './check-digits.js';
import { MASK } from './redact-mask.js';
import { buildCnpjSource, buildCpfSource, CNPJ_CHARACTER } from './tax-id-forms.js';

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
const CPF = new RegExp(`((?<!\\d)|${ESCAPE})(?:${CPF_FORMS})(?!\\d)`, 'gi');
const CNPJ = new RegExp(
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
  const withoutCpf = maskMatches(labelled, CPF, (id) => isCpf(compact(id)));
  const withoutCnpj = maskMatches(withoutCpf, CNPJ, (id) => isCnpj(compact(id)));
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
