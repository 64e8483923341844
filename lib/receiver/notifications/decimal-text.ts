/**
 * Converts an amount to decimal text with two decimals, the format of `valor` in the specification.
 * Some providers send a number, fewer decimals or leading zeros. Returns `undefined` if the value
 * is not an amount with at most two decimals.
 */
export function decimalText(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  const match = /^0*(\d{1,10})(?:\.(\d{1,2}))?$/.exec(text);
  return match ? `${match[1] ?? ''}.${(match[2] ?? '').padEnd(2, '0')}` : undefined;
}
