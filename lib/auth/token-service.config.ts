import type { RateLimits } from '../limits/index.js';
import type { AccountChannel } from '../observe/index.js';
import type { PixFamilyAddresses, PixTokenRequestProfile } from '../providers/index.js';
import type { PixRuntime } from '../runtime/index.js';
import type { PixTimeout } from '../transport/index.js';
import type { PixCredentials } from './credentials.js';

/** A resource family of the Pix API. */
export type Family = keyof PixFamilyAddresses;

/** The token endpoint of some families. */
export interface TokenAddress {
  readonly tokenUrl: string;
  /** The scopes of a token of this endpoint if a call specifies none. */
  readonly scopes: readonly string[];
}

/** The configuration of one account's tokens. */
export interface TokenServiceConfig {
  /** Name of the provider, for errors and for the keys of a shared store. */
  readonly provider: string;
  readonly tokenUrl: string;
  readonly credentials: PixCredentials;
  /** Separates accounts in a shared store (`accountFingerprint`). */
  readonly fingerprint: string;
  /** The scopes of a token if a call specifies none. */
  readonly scopes: readonly string[];
  /** The scopes of `'all'`. Default: none, so that `'all'` is an ordinary scope name. */
  readonly allScopes?: readonly string[] | undefined;
  /** Families whose tokens come from another endpoint. Default: none. */
  readonly families?: Readonly<Partial<Record<Family, TokenAddress>>> | undefined;
  readonly profile?: PixTokenRequestProfile | undefined;
  /** Headers of a response with the provider's identifier of the request, in addition to common ones. */
  readonly correlationHeaders?: readonly string[] | undefined;
  /** The fixed token of a sandbox: it is sent unchanged, and no token is ever requested. */
  readonly fixedToken?: string | undefined;
  readonly timeout?: PixTimeout | undefined;
  /** The provider's rate limits. Default: none. */
  readonly limits?: RateLimits | undefined;
  /** Observes the requests. Default: nothing does. */
  readonly channel?: AccountChannel | undefined;
  /** @internal */
  readonly runtime?: PixRuntime | undefined;
}
