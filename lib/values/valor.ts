import { invalid, VALOR } from './patterns.js';

/**
 * Parses decimal text such as `37`, `037.5` or `37.50`, into the digits before the point, without leading zeros, and
 * those after it. Returns `undefined` for any other text.
 */
export function parseDecimal(text: string) {
  const [, digits, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return digits === undefined ? undefined : { integer: digits.replace(/^0+(?=\d)/, ''), fraction };
}

/**
 * Converts an amount to decimal text with two decimals, the format of `valor` in the specification.
 * Some providers send a number, perhaps with the error of a binary fraction, fewer decimals or
 * leading zeros. Returns `undefined` if the value is not an amount with at most two decimals.
 */
export function toDecimalText(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(toHundredths(value)) : value;
  const { integer = '', fraction = '' } =
    (typeof text === 'string' ? parseDecimal(text) : undefined) ?? {};
  if (integer === '' || integer.length > 10 || fraction.length > 2) return undefined;
  return `${integer}.${fraction.padEnd(2, '0')}`;
}

/**
 * Converts an amount as {@link toDecimalText} does, and any other number to its decimal text, such
 * as `-1.00` or `10.005`. Returns `undefined` for any other value.
 */
export function toAmountText(value: unknown): string | undefined {
  const text = toDecimalText(value);
  if (text !== undefined || typeof value !== 'number') return text;
  return decimals.format(toHundredths(value));
}

const decimals = new Intl.NumberFormat('en', {
  useGrouping: false,
  minimumFractionDigits: 2,
  maximumFractionDigits: 20,
});

/** Removes the error of a sum or product of binary fractions: `30.299999999999997` is 30.3. */
function toHundredths(value: number): number {
  const rounded = Math.round(value * 100) / 100;
  const error = Math.max(1e-9, Math.abs(value) * 4 * Number.EPSILON);
  return Number.isInteger(value) || Math.abs(value - rounded) > error ? value : rounded;
}

/** Decimal text in reais (`"37"`, `"37.5"`, `"37.50"`), or integer cents. */
export type ValorInput = string | { readonly centavos: number | bigint };

/** The largest amount in cents: it has ten digits before the point. */
export const MAX_CENTAVOS = 10n ** 12n - 1n;

/**
 * Formats an amount as `\d{1,10}\.\d{2}`, the form in requests (docs/decisions.md D12).
 *
 * Text is in reais: `formatValor('37.5')` and `formatValor({ centavos: 3750 })` are both `"37.50"`. A
 * number is refused: 37 may be reais or cents, and binary fractions lose cents.
 *
 * @throws ValidationError with field `valor` if the value is negative, too large or not an amount
 */
export function formatValor(valor: ValorInput): string {
  const text = typeof valor === 'string' ? toDecimalText(valor) : formatCentavos(valor);
  if (text !== undefined) return text;
  throw invalid(
    'valor',
    "deve ser texto decimal em reais com ponto e até 2 casas, como '37.5', ou { centavos: 3750 } com um inteiro, entre 0.00 e 9999999999.99",
  );
}

/**
 * Parses an amount to integer cents, for sums without rounding.
 *
 * @throws ValidationError with field `valor` unless it matches `\d{1,10}\.\d{2}`
 */
export function parseValor(valor: string): bigint {
  if (typeof valor !== 'string' || !VALOR.test(valor)) {
    throw invalid('valor', 'deve seguir o formato \\d{1,10}\\.\\d{2}');
  }
  return BigInt(valor.replace('.', ''));
}

function formatCentavos(valor: unknown): string | undefined {
  if (typeof valor !== 'object' || valor === null) return undefined;
  const given: unknown = Reflect.get(valor, 'centavos');
  const isInteger = typeof given === 'bigint' || Number.isSafeInteger(given);
  const centavos = isInteger ? BigInt(given as number) : -1n;
  if (centavos < 0n || centavos > MAX_CENTAVOS) return undefined;
  const digits = centavos.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Whether a value is an amount in the format of the specification: `37.00`. */
export function isValor(value: unknown): value is string {
  return typeof value === 'string' && VALOR.test(value);
}

/** Converts an amount to cents; exact for the ten digits that the specification allows. */
export function toCents(valor: string): number {
  return Number(valor.replace('.', ''));
}

/** Whether a value is the amount zero: `0.00`. */
export function isZero(value: unknown): boolean {
  return isValor(value) && toCents(value) === 0;
}
