/**
 * An amount as decimal text with two decimals, as the specification writes `valor`. Providers were seen to send a number,
 * fewer decimals or leading zeros; handlers get one form. `undefined` when it is no amount of at most two decimals.
 */
export function decimalText(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  const match = /^0*(\d{1,10})(?:\.(\d{1,2}))?$/.exec(text);
  return match ? `${match[1] ?? ''}.${(match[2] ?? '').padEnd(2, '0')}` : undefined;
}
