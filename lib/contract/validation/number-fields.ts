import { VALOR, isValor, toCents } from '../../values/index.js';
import { field, type FieldOptions } from './field.js';

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
export function IntegerField(options: IntegerOptions): PropertyDecorator {
  const { min, max = INT32_MAX, orText = false } = options;
  const within = (value: unknown) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
  return field(
    {
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
      ...(!orText && { normalize: toInteger }),
    },
    options,
  );
}

/** Converts the decimal digits of an integer, without leading zeros, to a number. */
function toInteger(value: unknown): unknown {
  return typeof value === 'string' && INTEGER.test(value) ? Number(value) : value;
}

/** Declares a number above zero. */
export function PositiveNumberField(options: FieldOptions): PropertyDecorator {
  return field(
    {
      name: 'numero',
      text: 'deve ser um número maior que zero',
      accepts: (value) => typeof value === 'number' && value > 0 && value < Infinity,
      schema: { type: 'number', minimum: 0 },
      comparison: 'number',
      normalize: toDecimal,
    },
    options,
  );
}

/** Converts an amount as decimal text to a number. */
function toDecimal(value: unknown): unknown {
  return typeof value === 'string' && VALOR.test(value) ? Number(value) : value;
}

/** Declares a boolean. */
export function BooleanField(options: FieldOptions): PropertyDecorator {
  return field(
    {
      name: 'booleano',
      text: 'deve ser true ou false',
      accepts: (value) => typeof value === 'boolean',
      schema: { type: 'boolean' },
      comparison: 'exact',
    },
    options,
  );
}

/**
 * Declares an amount as decimal text, `\d{1,10}\.\d{2}`. Zero is refused unless `zero` allows it
 * (docs/decisions.md D12).
 */
export function ValorField(options: FieldOptions & { readonly zero?: boolean }): PropertyDecorator {
  const { zero = false } = options;
  return field(
    {
      name: 'valor',
      text: `deve ser um valor com ponto e 2 casas decimais, como 37.00${zero ? '' : ', maior que zero'}`,
      accepts: (value) => isValor(value) && (zero || toCents(value) > 0),
      schema: { type: 'string', pattern: VALOR.source },
      comparison: 'decimal',
    },
    { example: '37.00', ...options },
  );
}

function boundsRule(min: number, max: number): string {
  if (max >= INT32_MAX) return min === 0 ? 'maior ou igual a zero' : `maior ou igual a ${min}`;
  return `de ${min} a ${max}`;
}
