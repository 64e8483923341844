/** The digits of a decimal number. */
interface DecimalDigits {
  /** Digits before the point, without leading zeros: `0`, `37`. */
  readonly integer: string;
  /** Digits after the point: `50`. Empty if there is no point. */
  readonly fraction: string;
}

/** Parses decimal text such as `37`, `037.5` or `37.50`. Returns `undefined` for any other text. */
export function parseDecimal(text: string): DecimalDigits | undefined {
  const [, digits, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return digits === undefined ? undefined : { integer: digits.replace(/^0+(?=\d)/, ''), fraction };
}

/**
 * Converts an amount to decimal text with two decimals, the format of `valor` in the specification.
 * Some providers send a number, fewer decimals or leading zeros. Returns `undefined` if the value
 * is not an amount with at most two decimals.
 */
export function toDecimalText(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  const { integer = '', fraction = '' } =
    (typeof text === 'string' ? parseDecimal(text) : undefined) ?? {};
  if (integer === '' || integer.length > 10 || fraction.length > 2) return undefined;
  return `${integer}.${fraction.padEnd(2, '0')}`;
}
