import { createHash } from 'node:crypto';
import type { PixClientAuth, PixFamilyAddresses } from '../providers/index.js';

/** The properties that must be equal for clients to share tokens. */
interface AccountIdentity {
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly clientAuth: PixClientAuth;
  /** SHA-256 fingerprint of the client certificate (of its DER form), if there is one. */
  readonly certificate: string | undefined;
  readonly baseUrl: string;
  readonly tokenUrl: string | undefined;
  /** Addresses of families that differ from those above, if there are any. */
  readonly families?: PixFamilyAddresses | undefined;
}

/** Computes the SHA-256 of a list of texts, in hexadecimal. JSON keeps `['a', 'bc']` and `['ab', 'c']` apart. */
export function computeDigest(parts: readonly (string | undefined)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * Identifies an account without revealing its data: clients share a token only if everything that
 * proves or binds their identity is equal. A client with another client's identifier but not its
 * secret never gets its token.
 */
export function accountFingerprint(identity: AccountIdentity): string {
  const { clientId, clientSecret, clientAuth, certificate, baseUrl, tokenUrl } = identity;
  const parts = [clientId, clientSecret, clientAuth, certificate, baseUrl, tokenUrl];
  const families = Object.entries(identity.families ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return computeDigest(families.length === 0 ? parts : [...parts, JSON.stringify(families)]);
}
