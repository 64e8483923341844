/** Names stand in keys and paths, so they hold neither `/` nor `:`. */
const NAME = /^[A-Za-z0-9._~-]{1,64}$/;

export const NAME_RULE = '1 to 64 of the characters A–Z, a–z, 0–9, . _ ~ -';

/** Whether a text can name a receiver or a tenant. */
export function isName(value: unknown): value is string {
  return typeof value === 'string' && NAME.test(value);
}
