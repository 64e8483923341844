/** Names are part of keys and paths, so they must not contain `/` or `:`. */
const NAME = /^[A-Za-z0-9._~-]{1,64}$/;

export const NAME_RULE = '1 to 64 of the characters A–Z, a–z, 0–9, . _ ~ -';

/** Whether the value is a valid name of a receiver or tenant. */
export function isName(value: unknown): value is string {
  return typeof value === 'string' && NAME.test(value);
}
