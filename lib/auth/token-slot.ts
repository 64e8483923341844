import { isPixAPIException, type PixAPIException } from '../errors/index.js';
import type { RequestLimits } from './request-limits.js';
import type { PixToken } from './token-store.interface.js';

/** How long a refusal of the credentials, or of a new token, applies, in milliseconds. */
const REFUSAL_MS = 5000;
/**
 * Pause before the token request that follows a failed one, in milliseconds; doubles with each
 * further failure.
 */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

/** Statuses of the token endpoint that the same request would receive again. */
const DEFINITE: ReadonlySet<number | undefined> = new Set([400, 401, 403]);

/** A token request in flight that all concurrent callers share. */
export interface TokenFlight {
  readonly token: Promise<string>;
  /** The limits of the caller that started it. */
  readonly limits: RequestLimits;
}

/** The state of the token for one set of scopes. Instants are those of `runtime.elapsed()`. */
export class TokenSlot {
  flight: TokenFlight | undefined;
  #refusal: { readonly error: PixAPIException; readonly until: number } | undefined;
  /** The token that the API answered with 401; it is not used again. */
  #rejected: string | undefined;
  /** Until this instant no token is replaced, because the API answered 401 to a new one too. */
  #keepUntil = -Infinity;
  #failures = 0;
  #notBefore = -Infinity;

  constructor(
    /** Key in the token store. */
    readonly key: string,
    readonly scopes: readonly string[],
  ) {}

  isUsable(token: PixToken | undefined, now: number): token is PixToken {
    return token !== undefined && now < token.renewAt && token.accessToken !== this.#rejected;
  }

  /** Returns the endpoint's refusal of the credentials while it applies. */
  refusalAt(elapsed: number): PixAPIException | undefined {
    return this.#refusal && elapsed < this.#refusal.until ? this.#refusal.error : undefined;
  }

  clearRefusals(): void {
    this.#refusal = undefined;
    this.#keepUntil = -Infinity;
  }

  /**
   * Returns the milliseconds until the next token request may start. Temporary failures must not
   * cause a flood of requests.
   */
  pauseAt(elapsed: number): number {
    return Math.max(0, this.#notBefore - elapsed);
  }

  requestFailed(error: unknown, elapsed: number): void {
    const refusal = isPixAPIException(error) ? error : undefined;
    if (refusal && DEFINITE.has(refusal.status)) {
      this.#refusal = { error: refusal, until: elapsed + REFUSAL_MS };
      return;
    }
    if (elapsed > this.#notBefore + LONGEST_PAUSE_MS) this.#failures = 0;
    const pause = Math.max(FIRST_PAUSE_MS * 2 ** this.#failures, (refusal?.retryAfter ?? 0) * 1000);
    this.#notBefore = elapsed + Math.min(pause, LONGEST_PAUSE_MS);
    this.#failures += 1;
  }

  requestSucceeded(token: PixToken): void {
    this.#refusal = undefined;
    // The next failure counts as the first one.
    this.#notBefore = -Infinity;
    // An endpoint may return the same token that the API rejected; there is then no other token to
    // use.
    if (this.#rejected === token.accessToken) this.#rejected = undefined;
  }

  /** Whether to replace a token that the API answered with 401. */
  mayReplace(token: string, elapsed: number): boolean {
    return token !== this.#rejected && elapsed >= this.#keepUntil;
  }

  reject(token: string): void {
    this.#rejected = token;
  }

  /**
   * Records that the API answered 401 to a new token. Does not extend the time; otherwise constant
   * calls would never get a new token.
   */
  replacementFailed(elapsed: number): void {
    if (elapsed >= this.#keepUntil) this.#keepUntil = elapsed + REFUSAL_MS;
  }
}
