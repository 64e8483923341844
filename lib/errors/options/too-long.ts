/**
 * Returns the problem of a time in seconds that is above its maximum and was probably given in milliseconds; `undefined`
 * if it is not above it.
 */
export function describeTooLong(name: string, value: unknown, max: number): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= max) return undefined;
  return `${name} is in seconds and at most ${max}, so ${value} is too long. For ${value} milliseconds, set ${value / 1000}`;
}
