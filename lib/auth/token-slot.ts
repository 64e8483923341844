import { isPixAPIException, type PixAPIException } from '../errors/index.js';
import type { Patience } from './patience.js';
import type { PixToken } from './token-store.interface.js';

/** How long a refusal of the credentials, or of a new token, is remembered. */
const REFUSAL_MS = 5000;
/** Pause before the token request that follows a failed one; doubled with each further failure. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

/** Statuses of the token endpoint that the same request would get again. */
const DEFINITE: ReadonlySet<number | undefined> = new Set([400, 401, 403]);

/** Work on a token that all concurrent callers share. */
export interface TokenFlight {
  readonly token: Promise<string>;
  /** Of the caller that started the work. */
  readonly patience: Patience;
}

/** What a client knows about the token of one set of scopes. Instants are those of `runtime.elapsed()`. */
export class TokenSlot {
  flight: TokenFlight | undefined;
  #refusal: { readonly error: PixAPIException; readonly until: number } | undefined;
  /** The token that the API answered 401 to; it is not used again. */
  #rejected: string | undefined;
  /** Until then no token is replaced: the API answered 401 to a new one as well. */
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

  /** The endpoint's refusal of the credentials, while it is remembered. */
  refusalAt(elapsed: number): PixAPIException | undefined {
    return this.#refusal && elapsed < this.#refusal.until ? this.#refusal.error : undefined;
  }

  forgetRefusals(): void {
    this.#refusal = undefined;
    this.#keepUntil = -Infinity;
  }

  /** Milliseconds until the next token request may start: failures that can pass must not become a flood of requests. */
  pauseAt(elapsed: number): number {
    return Math.max(0, this.#notBefore - elapsed);
  }

  requestFailed(error: unknown, elapsed: number): void {
    const answer = isPixAPIException(error) ? error : undefined;
    if (answer && DEFINITE.has(answer.status)) {
      this.#refusal = { error: answer, until: elapsed + REFUSAL_MS };
      return;
    }
    if (elapsed > this.#notBefore + LONGEST_PAUSE_MS) this.#failures = 0;
    const pause = Math.max(FIRST_PAUSE_MS * 2 ** this.#failures, (answer?.retryAfter ?? 0) * 1000);
    this.#notBefore = elapsed + Math.min(pause, LONGEST_PAUSE_MS);
    this.#failures += 1;
  }

  requestSucceeded(token: PixToken): void {
    this.#refusal = undefined;
    // The next failure counts as the first one.
    this.#notBefore = -Infinity;
    // An endpoint can answer with the very token that the API rejected; then there is no other one to use.
    if (this.#rejected === token.accessToken) this.#rejected = undefined;
  }

  /** Whether to replace a token that the API answered with 401. */
  mayReplace(token: string, elapsed: number): boolean {
    return token !== this.#rejected && elapsed >= this.#keepUntil;
  }

  reject(token: string): void {
    this.#rejected = token;
  }

  /** The API answered 401 to a new token. Does not prolong the time, or constant calls would never get a new one. */
  replacementFailed(elapsed: number): void {
    if (elapsed >= this.#keepUntil) this.#keepUntil = elapsed + REFUSAL_MS;
  }
}
