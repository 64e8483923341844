import {
  holdSecrets,
  isPixConexaoException,
  isPixErroServicoIndisponivelException,
  releaseSecrets,
  type UnsentCall,
} from '../errors/index.js';
import type { RateLimits } from '../limits/index.js';
import { sleep, type PixRuntime } from '../runtime/index.js';
import { clientClosed, failureKind } from '../transport/index.js';
import type { GuardedTokenStore, Stored } from './guarded-token-store.js';
import type { RequestLimits } from './request-limits.js';
import type { TokenEndpoint } from './token-endpoint.js';
import type { TokenResponse } from './token-response.js';
import type { TokenSlot } from './token-slot.js';

/** The longest `Retry-After` after which the same work repeats its request, in seconds. */
const LONGEST_RETRY_AFTER = 2;
/** The shortest pause before that repeat, in milliseconds; up to twice as long at random. */
const RETRY_PAUSE_MS = 200;
/** Pauses while another process requests the token, in milliseconds. */
const FIRST_POLL_MS = 50;
const LONGEST_POLL_MS = 500;

/** The result of the latest token request that ended. */
export interface TokenRequestResult {
  /** When it ended, in milliseconds since the epoch. */
  readonly at: number;
  /** Absent after a success. */
  readonly error?: unknown;
}

export interface TokenRequesterParts {
  readonly endpoint: TokenEndpoint;
  readonly store: GuardedTokenStore;
  readonly runtime: PixRuntime;
  readonly limits: RateLimits | undefined;
  /** Aborts when the client closes. */
  readonly closing: AbortSignal;
  readonly call: UnsentCall;
}

/**
 * Obtains a token once for all callers of this process and, if the store has locks, of all
 * processes.
 */
export class TokenRequester {
  /** Absent before the first request of this process. */
  lastResult: TokenRequestResult | undefined;

  constructor(private readonly parts: TokenRequesterParts) {}

  /**
   * @param first what the store returned before
   * @throws PixAPIException if no token can be obtained
   * @throws RateLimitError if the provider's limit of token requests allows no request in time
   */
  async obtain(slot: TokenSlot, requestLimits: RequestLimits, first: Stored): Promise<string> {
    const { store, runtime } = this.parts;
    let stored = await first;
    for (let poll = FIRST_POLL_MS; ; poll = Math.min(poll * 1.5, LONGEST_POLL_MS)) {
      if (slot.isUsable(stored, runtime.now())) return this.#held(stored.accessToken);
      const refusal = slot.refusalAt(runtime.elapsed());
      if (refusal) throw refusal;
      const release = await store.lock(slot.key);
      if (release) {
        return await this.#requestOnce(slot, requestLimits).finally(() => void release());
      }
      await this.#pause(poll * (1 + runtime.random()));
      stored = await store.get(slot.key);
    }
  }

  /** Requests the token; the caller holds the lock. */
  async #requestOnce(slot: TokenSlot, requestLimits: RequestLimits): Promise<string> {
    const { store, runtime } = this.parts;
    const pause = slot.pauseAt(runtime.elapsed());
    const mustPause = pause > 0;
    if (mustPause) await this.#pause(pause);
    // Another process may have obtained a token while this one waited for the lock.
    const stored = mustPause || store.canLock ? await store.get(slot.key) : undefined;
    if (slot.isUsable(stored, runtime.now())) return this.#held(stored.accessToken);
    const { token, lifetime } = await this.#request(slot, requestLimits, !mustPause);
    slot.requestSucceeded(token);
    await store.set(slot.key, token, lifetime);
    return this.#held(token.accessToken);
  }

  /** Registers a token to be masked in errors and logs, in case a provider repeats it. */
  #held(token: string): string {
    holdSecrets(this, token);
    return token;
  }

  /** Stops masking the tokens that were obtained. */
  releaseSecrets(): void {
    releaseSecrets(this);
  }

  async #request(
    slot: TokenSlot,
    requestLimits: RequestLimits,
    mayRepeat: boolean,
  ): Promise<TokenResponse> {
    try {
      return await this.#send(slot, requestLimits);
    } catch (error) {
      const pause = mayRepeat ? this.#pauseBeforeRepeat(error) : undefined;
      if (pause === undefined) throw error;
      await this.#pause(pause);
      return this.#send(slot, requestLimits);
    }
  }

  async #send(slot: TokenSlot, { timeout, until }: RequestLimits): Promise<TokenResponse> {
    const { endpoint, limits, closing, runtime } = this.parts;
    try {
      await limits?.acquire('token', { until, signal: closing });
    } finally {
      this.#assertOpen();
    }
    try {
      const answer = await endpoint.request(slot.scopes, timeout);
      this.lastResult = { at: runtime.now() };
      return answer;
    } catch (error) {
      this.lastResult = { at: runtime.now(), error };
      slot.requestFailed(error, runtime.elapsed());
      throw error;
    }
  }

  /** Returns the pause in milliseconds, or `undefined` if the failure is not temporary. */
  #pauseBeforeRepeat(error: unknown): number | undefined {
    const isTransient =
      isPixErroServicoIndisponivelException(error) ||
      (isPixConexaoException(error) && failureKind(error) !== 'permanent');
    if (!isTransient) return undefined;
    const { retryAfter = 0 } = error;
    if (retryAfter > LONGEST_RETRY_AFTER) return undefined;
    const pause = RETRY_PAUSE_MS * (1 + this.parts.runtime.random());
    return Math.max(pause, retryAfter * 1000);
  }

  async #pause(ms: number): Promise<void> {
    await sleep(this.parts.runtime, ms, this.parts.closing);
    this.#assertOpen();
  }

  #assertOpen(): void {
    if (this.parts.closing.aborted) throw clientClosed(this.parts.call);
  }
}
