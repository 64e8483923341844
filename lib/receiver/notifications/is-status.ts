/**
 * Whether a value can be a status. Accepts any name, because later versions of the specification
 * may add some.
 */
export function isStatus(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z_]{1,40}$/.test(value);
}
