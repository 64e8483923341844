// The decorators that give the fields of a class their rules.

import { isObject } from '../../errors/index.js';
import { isCalendarDate, isInstant, isValor, toCents, VALOR } from '../../values/index.js';
import type { DtoClass } from '../operation.js';
import {
  field,
  OBJECT,
  registerRule,
  type FieldOptions,
  type FieldSchema,
  type Rule,
} from './table.js';

// The decorators of DTO classes: rules, texts, numbers, objects and lists. They fill the field table.

/**
 * Declares a rule for one field, which may depend on its siblings. Stands above the decorator of the field.
 *
 * @param name the constraint's name in class-validator's errors
 * @param text the rule in Portuguese, to be appended to the property's name; it never contains the
 * value, which may be a CPF
 * @param accepts whether the value, possibly `undefined`, satisfies the rule
 */
export function Must<T extends object = object>(
  name: string,
  text: string,
  accepts: (value: unknown, siblings: Readonly<Partial<T>>) => boolean,
): PropertyDecorator {
  return (prototype, property) =>
    registerRule(prototype, String(property), { name, text, accepts: accepts as Rule['accepts'] });
}

/**
 * Declares a field as required while `condition` is true; `when` describes it: `quando não há
 * cnpj`.
 */
export function RequiredWhen<T extends object>(
  when: string,
  condition: (siblings: Readonly<Partial<T>>) => boolean,
): PropertyDecorator {
  return Must<T>(
    'obrigatorio',
    `é obrigatório ${when}`,
    (value, siblings) => value !== undefined || !condition(siblings),
  );
}

/**
 * Declares a field as not allowed while `condition` is true; `when` describes it: `junto com cpf`.
 */
export function RefusedWhen<T extends object>(
  when: string,
  condition: (siblings: Readonly<Partial<T>>) => boolean,
): PropertyDecorator {
  return Must<T>(
    'incompativel',
    `não pode ser enviado ${when}`,
    (value, siblings) => value === undefined || !condition(siblings),
  );
}

/** Combines several decorators; the last is applied first, as in a stack. */
export function compose(...decorators: readonly PropertyDecorator[]): PropertyDecorator {
  return (prototype, property) => {
    for (const decorate of decorators.toReversed()) decorate(prototype, property);
  };
}

/**
 * Returns the value as a record, or an empty one if it is not an object; its own rule refuses it
 * then.
 */
export function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

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
export function TextField(describe: string, options: TextOptions = {}): PropertyDecorator {
  const { min = 0, max = Infinity, orNumber = false } = options;
  return field(describe, options, {
    name: 'texto',
    text: lengthRule(min, max),
    accepts: (value) => typeof value === 'string' && hasLength(value, min, max),
    schema: {
      type: 'string',
      ...(min > 0 && { minLength: min }),
      ...(max < Infinity && { maxLength: max }),
    },
    ...(orNumber && { normalize: toDigits }),
  });
}

export interface PatternOptions extends FieldOptions {
  /** Anchored pattern of the whole text. */
  readonly pattern: RegExp;
  /** The pattern in words, to be appended to the property's name: `deve ter 11 dígitos`. */
  readonly rule: string;
}

/** Declares text that matches a pattern. */
export function PatternField(describe: string, options: PatternOptions): PropertyDecorator {
  const { pattern, rule } = options;
  return field(describe, options, {
    name: 'formato',
    text: rule,
    accepts: (value) => typeof value === 'string' && pattern.test(value),
    schema: { type: 'string', pattern: pattern.source },
    comparison: 'exact',
  });
}

/** Declares one of a closed list of texts. */
export function ChoiceField(
  choices: readonly string[],
  describe: string,
  options: FieldOptions = {},
): PropertyDecorator {
  const list = choices.length > 1 ? `um destes valores: ${choices.join(', ')}` : choices.join();
  return field(describe, options, {
    name: 'opcao',
    text: `deve ser ${list}`,
    accepts: (value) => choices.includes(value as string),
    schema: { type: 'string', enum: choices },
    comparison: 'exact',
  });
}

/** Declares a date, `YYYY-MM-DD`, that exists in the calendar. */
export function DateField(describe: string, options: FieldOptions = {}): PropertyDecorator {
  return field(describe, options, {
    name: 'data',
    text: 'deve ser uma data que existe, no formato AAAA-MM-DD',
    accepts: isCalendarDate,
    schema: { type: 'string', format: 'date' },
    comparison: 'exact',
  });
}

/** Declares an instant as RFC 3339 text; with `orDate` a `Date` is also accepted. */
export function InstantField(
  describe: string,
  options: FieldOptions & { readonly orDate?: boolean } = {},
): PropertyDecorator {
  const { orDate = false } = options;
  return field(describe, options, {
    name: 'instante',
    text: 'deve ser data e hora com fuso, como 2020-04-01T00:00:00Z (RFC 3339)',
    accepts: (value) =>
      isInstant(value) || (orDate && value instanceof Date && !Number.isNaN(value.getTime())),
    schema: { type: 'string', format: 'date-time' },
    comparison: 'instant',
  });
}

/** The characters of an address (RFC 3986); all others must be percent-encoded. */
const PART = String.raw`(?:[\w.~:/?@!$&'()*+,;=-]|%[\da-f]{2})*`;
const ADDRESS = new RegExp(String.raw`^https?://(?:\[[\da-f:.]+\])?${PART}(?:#${PART})?$`, 'i');

/** Declares an absolute http or https address. */
export function UrlField(describe: string, options: FieldOptions = {}): PropertyDecorator {
  return field(describe, options, {
    name: 'endereco',
    text: 'deve ser um endereço absoluto, como https://exemplo.com.br/pix',
    // Parsing is not sufficient: the URL parser trims and encodes.
    accepts: (value) => typeof value === 'string' && ADDRESS.test(value) && URL.canParse(value),
    schema: { type: 'string', format: 'uri' },
    comparison: 'url',
  });
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

export interface IntegerOptions extends FieldOptions {
  readonly min: number;
  /** Default: the largest int32. */
  readonly max?: number;
  /**
   * Whether a digit as text is accepted, as in the examples of the specification. Default: `false`.
   */
  readonly orText?: boolean;
}

const INT32_MAX = 2 ** 31 - 1;
/** At most 15 digits, which a number represents exactly. */
const INTEGER = /^(?:0|[1-9]\d{0,14})$/;

/** Declares an integer with bounds. */
export function IntegerField(describe: string, options: IntegerOptions): PropertyDecorator {
  const { min, max = INT32_MAX, orText = false } = options;
  const within = (value: unknown) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
  return field(describe, options, {
    name: 'inteiro',
    text: `deve ser um número inteiro ${boundsRule(min, max)}`,
    accepts: (value) =>
      within(value) ||
      (orText && typeof value === 'string' && /^\d$/.test(value) && within(Number(value))),
    schema: {
      type: 'integer',
      minimum: min,
      ...(max < Number.MAX_SAFE_INTEGER && { maximum: max }),
    },
    comparison: 'number',
    // A digit as text is sent as it is, because the specification uses this form.
    ...(!orText && { normalize: toNumberFrom(INTEGER) }),
  });
}

/** Converts text of a form, such as the digits of an integer without leading zeros, to a number. */
function toNumberFrom(form: RegExp): (value: unknown) => unknown {
  return (value) => (typeof value === 'string' && form.test(value) ? Number(value) : value);
}

/** Declares a number above zero. */
export function PositiveNumberField(
  describe: string,
  options: FieldOptions = {},
): PropertyDecorator {
  return field(describe, options, {
    name: 'numero',
    text: 'deve ser um número maior que zero',
    accepts: (value) => typeof value === 'number' && value > 0 && value < Infinity,
    schema: { type: 'number', minimum: 0 },
    comparison: 'number',
    normalize: toNumberFrom(VALOR),
  });
}

/** Declares a boolean. */
export function BooleanField(describe: string, options: FieldOptions = {}): PropertyDecorator {
  return field(describe, options, {
    name: 'booleano',
    text: 'deve ser true ou false',
    accepts: (value) => typeof value === 'boolean',
    schema: { type: 'boolean' },
    comparison: 'exact',
  });
}

/**
 * Declares an amount as decimal text, `\d{1,10}\.\d{2}`. Zero is refused unless `zero` allows it
 * (docs/decisions.md D12).
 */
export function ValorField(
  describe: string,
  options: FieldOptions & { readonly zero?: boolean } = {},
): PropertyDecorator {
  const { zero = false } = options;
  return field(
    describe,
    { example: '37.00', ...options },
    {
      name: 'valor',
      text: `deve ser um valor com ponto e 2 casas decimais, como 37.00${zero ? '' : ', maior que zero'}`,
      accepts: (value) => isValor(value) && (zero || toCents(value) > 0),
      schema: { type: 'string', pattern: VALOR.source },
      comparison: 'decimal',
    },
  );
}

function boundsRule(min: number, max: number): string {
  if (max >= INT32_MAX) return min === 0 ? 'maior ou igual a zero' : `maior ou igual a ${min}`;
  return `de ${min} a ${max}`;
}

/** Declares an object with its own rules. */
export function NestedField(
  nested: () => DtoClass,
  describe: string,
  options: FieldOptions = {},
): PropertyDecorator {
  return field(describe, options, {
    ...OBJECT,
    // @nestjs/swagger recognizes a lazy type by the function's name, which is `type` here.
    schema: { type: () => nested() },
    nested,
  });
}

export interface ListOptions extends FieldOptions {
  /** Minimum number of items. Default: 0. */
  readonly min?: number;
  /** Maximum number of items. Default: no limit. */
  readonly max?: number;
}

/** Declares a list of objects with their own rules. */
export function ListField(
  nested: () => DtoClass,
  describe: string,
  options: ListOptions = {},
): PropertyDecorator {
  const kind = list('objetos', isObject, { type: () => [nested()] }, options);
  return field(describe, options, { ...kind, nested });
}

/** Declares a list of non-empty texts. */
export function TextListField(describe: string, options: ListOptions = {}): PropertyDecorator {
  const isText = (item: unknown) => typeof item === 'string' && item !== '';
  const schema = { type: 'string', isArray: true } as const;
  return field(describe, options, list('textos', isText, schema, options));
}

function list(
  what: string,
  isItem: (item: unknown) => boolean,
  schema: FieldSchema,
  { min = 0, max = Infinity }: ListOptions,
) {
  return {
    name: 'lista',
    text: `deve ser uma lista de ${what}${sizeRule(min, max)}`,
    accepts: (value: unknown) => hasSize(value, min, max) && value.every(isItem),
    schema: {
      ...schema,
      ...(min > 0 && { minItems: min }),
      ...(max < Infinity && { maxItems: max }),
    },
  };
}

function hasSize(value: unknown, min: number, max: number): value is unknown[] {
  return Array.isArray(value) && value.length >= min && value.length <= max;
}

function sizeRule(min: number, max: number): string {
  if (max === Infinity) return min > 0 ? ` com ao menos ${min}` : '';
  return min > 0 ? ` com ${min} a ${max} itens` : ` com no máximo ${max} itens`;
}
