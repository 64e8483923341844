// The tokens of an account: which scopes a call needs, and where its token comes from.

import { createHash } from 'node:crypto';
import {
  AccountObject,
  type AccountView,
  inScope,
  type SecretScope,
  type UnsentCall,
} from '../errors/index.js';
import type { RateLimits } from '../limits/index.js';
import type { PixFamilyAddresses, PixClientAuth } from '../providers/index.js';
import { systemRuntime, type PixRuntime } from '../runtime/index.js';
import { clientClosed, type PixHttp, type PixTimeout } from '../transport/index.js';
import {
  type PixScopesInput,
  TokenSource,
  type TokenRequestResult,
  type TokenSlot,
  assertWaiting,
  failedByShorterLimits,
  resolveWaitLimits,
  waitFor,
  waitLimit,
  type RequestLimits,
  type TokenWait,
} from './slots.js';
import {
  guardTokenStore,
  type GuardedTokenStore,
  type PixToken,
  type PixTokenStore,
  type Stored,
} from './stores.js';
import { TOKEN_OPERATION, TokenEndpoint, type TokenEndpointConfig } from './token-endpoint.js';

/** A resource family of the Pix API. */
type Family = keyof PixFamilyAddresses;

/** The token endpoint of some families. */
interface TokenAddress {
  readonly tokenUrl: string;
  /** The scopes of a token of this endpoint if a call specifies none. */
  readonly scopes: readonly string[];
}

/** The configuration of one account's tokens. */
export interface TokenServiceConfig extends TokenEndpointConfig {
  /** Separates accounts in a shared store (`accountFingerprint`). */
  readonly fingerprint: string;
  /** The scopes of a token if a call specifies none. */
  readonly scopes: readonly string[];
  /** The scopes of `'all'`. Default: none, so that `'all'` is an ordinary scope name. */
  readonly allScopes?: readonly string[] | undefined;
  /** Families whose tokens come from another endpoint. Default: none. */
  readonly families?: Readonly<Partial<Record<Family, TokenAddress>>> | undefined;
  /** The fixed token of a sandbox: it is sent unchanged, and no token is ever requested. */
  readonly fixedToken?: string | undefined;
  /** Time limit of a token request. */
  readonly timeout: PixTimeout;
  /** The provider's rate limits. Default: none. */
  readonly limits?: RateLimits | undefined;
  /** Whose errors mask the tokens. @internal */
  readonly scope?: SecretScope | undefined;
  /** @internal */
  readonly runtime?: PixRuntime | undefined;
}

/**
 * Obtains access tokens by OAuth 2.0 client credentials: one request for all concurrent callers,
 * cached per token endpoint and set of scopes, renewed before expiry.
 *
 * Most providers have one token endpoint. If the profile, or the option `tokenUrls`, states another
 * one for a family, pass that family to obtain or discard its tokens.
 */
export class TokenService extends AccountObject {
  /** By token endpoint. */
  readonly #sources = new Map<string, TokenSource>();
  readonly #main: TokenSource;
  readonly #closing = new AbortController();
  readonly #runtime: PixRuntime;
  readonly #store: GuardedTokenStore;
  readonly #call: UnsentCall;
  // Not TypeScript's `private`: a copy of the service (`{ ...client.tokens }`) would show the sandbox's token.
  readonly #config: TokenServiceConfig;
  readonly #http: PixHttp;
  readonly #unguarded: PixTokenStore;
  #fingerprint: string;
  #closed = false;

  constructor(config: TokenServiceConfig, http: PixHttp, store: PixTokenStore) {
    super();
    this.#config = config;
    this.#http = http;
    this.#unguarded = store;
    const { provider, scopes, tokenUrl, families = {}, runtime = systemRuntime } = config;
    this.#runtime = runtime;
    this.#fingerprint = config.fingerprint;
    this.#store = guardTokenStore(store, runtime);
    this.#call = { operation: TOKEN_OPERATION, provider };
    this.#main = this.#addSource({ tokenUrl, scopes });
    for (const address of Object.values(families)) {
      if (!this.#sources.has(address.tokenUrl)) this.#addSource(address);
    }
  }

  /**
   * Returns a token with these scopes, from the store or from the token endpoint.
   *
   * A refusal of the credentials (400, 401, 403) applies for five seconds: until then every
   * call fails with it and nothing is sent.
   *
   * @param scopes text, a group, a list of these, or `'all'`. Default: the configured set, without the
   * scopes of families that have another token endpoint
   * @param wait limits of this caller's wait; other callers that wait for the same token are not
   * affected
   * @param family the family that the token is for. Default: the account's own token endpoint
   * @throws ValueError if the input contains no scope
   * @throws TypeError if the input has another type
   * @throws PixAPIException if the token endpoint refuses, fails, or does not respond
   * @throws PixTimeoutException if `wait.until` passes
   * @throws PixErroTransporteException if `wait.signal` aborts, or the client is closed
   * @throws RateLimitError if the provider's limit of token requests is used up for longer than the
   * caller waits
   */
  async getToken(scopes?: PixScopesInput, wait?: TokenWait, family?: Family): Promise<string> {
    if (this.#closed) throw clientClosed(this.#call);
    if (this.#config.fixedToken !== undefined) return this.#config.fixedToken;
    const source = this.#getSource(family);
    const slot = source.slot(scopes);
    const stored = slot.flight ? undefined : this.#store.get(slot.key);
    // A promise has no renewAt, so it is not usable.
    const token = stored as PixToken | undefined;
    if (slot.isUsable(token, this.#runtime.now())) return token.accessToken;
    return inScope(this.scope, () => this.#obtain(source, slot, stored, wait ?? {}));
  }

  /**
   * Discards the token of these scopes, so that the next call requests a new one. Without
   * `refused`, also discards refusals.
   *
   * @param scopes as for {@link getToken}
   * @param refused the token that the API answered with 401: it is discarded only if it is still
   * the current one, so that concurrent refusals cause one renewal
   * @param family as for {@link getToken}: tokens of other endpoints stay
   */
  async invalidate(scopes?: PixScopesInput, refused?: string, family?: Family): Promise<void> {
    const slot = this.#getSource(family).slot(scopes);
    if (refused === undefined) {
      slot.clearRefusals();
    } else {
      if (!slot.mayReplace(refused, this.#runtime.elapsed())) return;
      const stored = await this.#store.get(slot.key);
      // Checked again, because another call may have invalidated it in the meantime.
      const mayReplace = slot.mayReplace(refused, this.#runtime.elapsed());
      if (stored?.accessToken !== refused || !mayReplace) return;
      slot.reject(refused);
    }
    await this.#store.delete(slot.key);
  }

  /**
   * Returns a token instead of one that the API answered with 401. Unlike {@link invalidate}, it does
   * not wait for the store beyond the limits.
   * @internal
   */
  async replace(
    refused: string,
    scopes: PixScopesInput | undefined,
    wait: TokenWait,
    family?: Family,
  ): Promise<string> {
    await waitFor(this.invalidate(scopes, refused, family), wait, this.#runtime, this.#call);
    return this.getToken(scopes, wait, family);
  }

  /**
   * Records that the API answered 401 to a token that replaced a refused one. For five seconds,
   * {@link invalidate} then keeps the token of these scopes, because another one is unlikely to
   * help and providers limit token requests.
   *
   * @param scopes as for {@link getToken}
   * @param family as for {@link getToken}
   */
  renewalFailed(scopes?: PixScopesInput, family?: Family): void {
    this.#getSource(family).slot(scopes).replacementFailed(this.#runtime.elapsed());
  }

  /** @internal */
  get scope(): SecretScope | undefined {
    return this.#config.scope;
  }

  /** Identifies the account by its credentials and addresses, without revealing them. @internal */
  get account(): string {
    return computeDigest([this.#fingerprint, this.#config.fixedToken]);
  }

  /** Whether a new token can be requested; false for a fixed token. */
  get renewable(): boolean {
    return this.#config.fixedToken === undefined;
  }

  /** The result of the latest request to the account's own token endpoint. @internal */
  get lastResult(): TokenRequestResult | undefined {
    return this.#main.lastResult;
  }

  /**
   * Reads from the token store.
   *
   * @throws Error as the store does
   * @internal
   */
  async checkStore(): Promise<void> {
    await this.#unguarded.get(this.#main.slot(undefined).key);
  }

  /**
   * Uses other tokens from now on, after the certificate of the account was replaced: a provider may
   * bind a token to the certificate with which it was requested (RFC 8705).
   *
   * @param fingerprint of the account with its new certificate (`accountFingerprint`)
   * @internal
   */
  replaceFingerprint(fingerprint: string): void {
    if (fingerprint === this.#fingerprint) return;
    this.#fingerprint = fingerprint;
    for (const source of this.#sources.values()) source.reset();
  }

  /**
   * Closes the service: no token request starts after this. A request that was sent ends by itself.
   */
  close(): void {
    this.#closed = true;
    this.#closing.abort();
  }

  /**
   * Stops masking the tokens of this service. Call it when they can no longer appear in logs.
   * @internal
   */
  releaseSecrets(): void {
    for (const source of this.#sources.values()) source.releaseSecrets();
  }

  protected accountView(): AccountView {
    const { provider, credentials } = this.#config;
    return { provider, clientId: credentials.clientId };
  }

  #getSource(family: Family | undefined): TokenSource {
    const address = family === undefined ? undefined : this.#config.families?.[family];
    return (address && this.#sources.get(address.tokenUrl)) ?? this.#main;
  }

  #addSource({ tokenUrl, scopes }: TokenAddress): TokenSource {
    const config = this.#config;
    const own = tokenUrl === config.tokenUrl ? config : { ...config, tokenUrl };
    const source = new TokenSource({
      endpoint: new TokenEndpoint(own, this.#http, this.#runtime),
      ...{ limits: config.limits, scope: config.scope, allScopes: config.allScopes, scopes },
      store: this.#store,
      runtime: this.#runtime,
      closing: this.#closing.signal,
      call: this.#call,
      buildKey: (sorted) => this.#buildKey(tokenUrl, sorted),
    });
    this.#sources.set(tokenUrl, source);
    return source;
  }

  /** Builds a key that reveals only the provider's name. The fingerprint contains the account's own endpoint. */
  #buildKey(tokenUrl: string, scopes: readonly string[]): string {
    const { provider } = this.#config;
    const endpoint = tokenUrl === this.#config.tokenUrl ? [] : [`token_url ${tokenUrl}`];
    return `pix-token:${provider}:${computeDigest([this.#fingerprint, ...endpoint, ...scopes])}`;
  }

  /** @param first what the store returned; it belongs to the work that this call starts */
  async #obtain(source: TokenSource, slot: TokenSlot, first: Stored, wait: TokenWait) {
    const runtime = this.#runtime;
    const { signal } = wait;
    const limits = resolveWaitLimits(wait, this.#config.timeout);
    for (;;) {
      assertWaiting(wait, runtime, this.#call);
      const flight = slot.flight ?? this.#start(source, slot, limits, first);
      const until = waitLimit(limits, flight.limits, runtime.elapsed());
      try {
        return await waitFor(flight.token, { until, signal }, runtime, this.#call);
      } catch (error) {
        const now = runtime.elapsed();
        if (!failedByShorterLimits(error, limits, flight.limits, now)) throw error;
      }
    }
  }

  #start(source: TokenSource, slot: TokenSlot, limits: RequestLimits, stored: Stored) {
    const token = source.obtain(slot, limits, stored).finally(() => {
      slot.flight = undefined;
    });
    slot.flight = { token, limits };
    return slot.flight;
  }
}

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
function computeDigest(parts: readonly (string | undefined)[]): string {
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
