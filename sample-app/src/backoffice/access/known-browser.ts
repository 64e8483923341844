import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { AdminUser } from '../../database/schema.js';

/** Seconds for which a browser is known after its last login: 180 days. */
export const BROWSER_LIFETIME = 180 * 86_400;

type Account = Pick<AdminUser, 'id' | 'senhaHash'>;

/**
 * Returns the identifier of a browser in which this person has logged in with the present password, or `undefined`. The
 * cookie opens nothing: it only separates the owner's attempts to log in from those of others.
 */
export function readKnownBrowser(cookie: string, account: Account): string | undefined {
  const [id = '', mac = ''] = cookie.split('.', 2);
  const expected = Buffer.from(sign(id, account));
  const given = Buffer.from(mac);
  return expected.length === given.length && timingSafeEqual(expected, given) ? id : undefined;
}

/** Returns the cookie of a browser in which a person has logged in. */
export function writeKnownBrowser(account: Account, id?: string): string {
  const known = id ?? randomBytes(16).toString('base64url');
  return `${known}.${sign(known, account)}`;
}

/** The key is the hash of the password, so a new password makes all browsers unknown. */
function sign(id: string, account: Account): string {
  return createHmac('sha256', account.senhaHash).update(`${account.id} ${id}`).digest('base64url');
}
