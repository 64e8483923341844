import { isCalendarDate, isInstant } from '../../values/index.js';
import { field, type FieldOptions } from './field.js';

export interface TextOptions extends FieldOptions {
  /** Minimum number of characters. Default: 0. */
  readonly min?: number;
  /** Maximum number of characters (code points, as in JSON Schema). Default: no limit. */
  readonly max?: number;
  /** Whether an integer is accepted too, and sent as text. Default: `false`. */
  readonly orNumber?: boolean;
}

/** Converts an integer to its decimal digits. */
function toDigits(value: unknown): unknown {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? String(value) : value;
}

/** Declares free text with a length limit. */
export function TextField(options: TextOptions): PropertyDecorator {
  const { min = 0, max = Infinity, orNumber = false } = options;
  return field(
    {
      name: 'texto',
      text: lengthRule(min, max),
      accepts: (value) => typeof value === 'string' && hasLength(value, min, max),
      schema: {
        type: 'string',
        ...(min > 0 && { minLength: min }),
        ...(max < Infinity && { maxLength: max }),
      },
      ...(orNumber && { normalize: toDigits }),
    },
    options,
  );
}

export interface PatternOptions extends FieldOptions {
  /** Anchored pattern of the whole text. */
  readonly pattern: RegExp;
  /** The pattern in words, to be appended to the property's name: `deve ter 11 dígitos`. */
  readonly rule: string;
}

/** Declares text that matches a pattern. */
export function PatternField(options: PatternOptions): PropertyDecorator {
  const { pattern, rule } = options;
  return field(
    {
      name: 'formato',
      text: rule,
      accepts: (value) => typeof value === 'string' && pattern.test(value),
      schema: { type: 'string', pattern: pattern.source },
      comparison: 'exact',
    },
    options,
  );
}

/** Declares one of a closed list of texts. */
export function ChoiceField(choices: readonly string[], options: FieldOptions): PropertyDecorator {
  const list = choices.length > 1 ? `um destes valores: ${choices.join(', ')}` : choices.join();
  return field(
    {
      name: 'opcao',
      text: `deve ser ${list}`,
      accepts: (value) => choices.includes(value as string),
      schema: { type: 'string', enum: choices },
      comparison: 'exact',
    },
    options,
  );
}

/** Declares a date, `YYYY-MM-DD`, that exists in the calendar. */
export function DateField(options: FieldOptions): PropertyDecorator {
  return field(
    {
      name: 'data',
      text: 'deve ser uma data que existe, no formato AAAA-MM-DD',
      accepts: isCalendarDate,
      schema: { type: 'string', format: 'date' },
      comparison: 'exact',
    },
    options,
  );
}

/** Declares an instant as RFC 3339 text; with `orDate` a `Date` is also accepted. */
export function InstantField(
  options: FieldOptions & { readonly orDate?: boolean },
): PropertyDecorator {
  const { orDate = false } = options;
  return field(
    {
      name: 'instante',
      text: 'deve ser data e hora com fuso, como 2020-04-01T00:00:00Z (RFC 3339)',
      accepts: (value) => isInstant(value) || (orDate && isValidDate(value)),
      schema: { type: 'string', format: 'date-time' },
      comparison: 'instant',
    },
    options,
  );
}

/** The characters of an address (RFC 3986); all others must be percent-encoded. */
const PART = String.raw`(?:[\w.~:/?@!$&'()*+,;=-]|%[\da-f]{2})*`;
const ADDRESS = new RegExp(String.raw`^https?://(?:\[[\da-f:.]+\])?${PART}(?:#${PART})?$`, 'i');

/** Declares an absolute http or https address. */
export function UrlField(options: FieldOptions): PropertyDecorator {
  return field(
    {
      name: 'endereco',
      text: 'deve ser um endereço absoluto, como https://exemplo.com.br/pix',
      // Parsing is not sufficient: the URL parser trims and encodes.
      accepts: (value) => typeof value === 'string' && ADDRESS.test(value) && URL.canParse(value),
      schema: { type: 'string', format: 'uri' },
      comparison: 'url',
    },
    options,
  );
}

function isValidDate(value: unknown): boolean {
  return value instanceof Date && !Number.isNaN(value.getTime());
}

function lengthRule(min: number, max: number): string {
  if (max === Infinity) return min > 0 ? 'deve ser um texto não vazio' : 'deve ser um texto';
  return min > 0
    ? `deve ser um texto de ${min} a ${max} caracteres`
    : `deve ser um texto de no máximo ${max} caracteres`;
}

function hasLength(text: string, min: number, max: number): boolean {
  if (text.length < min) return false;
  if (text.length <= max) return true;
  // A code point has at most two units, so a longer text need not be counted.
  return text.length <= 2 * max && Array.from(text).length <= max;
}
