/** The tokens of an endpoint: one slot for each set of scopes, and the requester that fills it. */
import {
  holdAccountSecrets,
  isPixAPIException,
  isPixConexaoException,
  isPixErroServicoIndisponivelException,
  releaseSecrets,
  type PixAPIException,
  type SecretScope,
  type UnsentCall,
  ValueError,
  abortedBeforeSend,
  isPixErrorOfClass,
  isPixTimeoutException,
  noTokenInTime,
} from '../errors/index.js';
import type { RateLimits, RateLimitWait } from '../limits/index.js';
import type { PixScopeGroup } from '../providers/index.js';
import { sleep, type PixRuntime, onAbort } from '../runtime/index.js';
import {
  clientClosed,
  failureKind,
  markFailure,
  parseTimeout,
  type PixTimeout,
} from '../transport/index.js';
import type { GuardedTokenStore, PixToken, Stored } from './stores.js';
import type { TokenEndpoint, TokenResponse } from './token-endpoint.js';

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

interface TokenSourceParts {
  readonly endpoint: TokenEndpoint;
  readonly store: GuardedTokenStore;
  readonly runtime: PixRuntime;
  readonly limits: RateLimits | undefined;
  /** Aborts when the client closes. */
  readonly closing: AbortSignal;
  readonly call: UnsentCall;
  readonly scope: SecretScope | undefined;
  /** The scopes of a token if a call specifies none. */
  readonly scopes: readonly string[];
  /** The scopes of `'all'`. */
  readonly allScopes: readonly string[] | undefined;
  /** Builds the key of a token in the store from its sorted scopes. */
  readonly buildKey: (scopes: readonly string[]) => string;
}

/**
 * The tokens of one token endpoint, by their scopes. Obtains each once for all callers of this process and, if the
 * store has locks, of all processes.
 */
export class TokenSource {
  /** Absent before the first request of this process. */
  lastResult: TokenRequestResult | undefined;
  /** By the sorted scopes: different orders of the same set share a slot. */
  readonly #slots = new Map<string, TokenSlot>();
  #default: TokenSlot;

  constructor(private readonly parts: TokenSourceParts) {
    this.#default = this.#findDefault();
  }

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
    holdAccountSecrets(this.parts.scope, this, token);
    return token;
  }

  /** Stops masking the tokens that were obtained. */
  releaseSecrets(): void {
    releaseSecrets(this);
  }

  async #request(slot: TokenSlot, requestLimits: RequestLimits, mayRepeat: boolean) {
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

  /**
   * Returns the slot of a set of scopes.
   *
   * @throws ValueError, TypeError as `parseScopes` does
   */
  slot(scopes: PixScopesInput | undefined): TokenSlot {
    if (scopes === undefined) return this.#default;
    const { allScopes } = this.parts;
    return this.#find(scopes === 'all' && allScopes ? allScopes : parseScopes(scopes));
  }

  /** Starts with new slots, after the result of `buildKey` has changed. Requests in flight end in the old ones. */
  reset(): void {
    this.#slots.clear();
    this.#default = this.#findDefault();
  }

  #findDefault(): TokenSlot {
    return this.#find(parseScopes(this.parts.scopes));
  }

  #find(names: readonly string[]): TokenSlot {
    const sorted = [...names].sort();
    const set = sorted.join(' ');
    const slot = this.#slots.get(set) ?? new TokenSlot(this.parts.buildKey(sorted), names);
    this.#slots.set(set, slot);
    return slot;
  }
}

/** Scopes in an application's configuration: text, a group, or a list of these. */
export type PixScopesInput = string | PixScopeGroup | readonly (string | PixScopeGroup)[];

/** Whether a value is a scope group of this or another copy of the library. */
function isScopeGroup(value: unknown): value is PixScopeGroup {
  const scopes: unknown = (value as PixScopeGroup | null | undefined)?.scopes;
  return Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string');
}

function toTexts(item: unknown): readonly string[] {
  if (typeof item === 'string') return [item];
  if (isScopeGroup(item)) return item.scopes;
  throw new TypeError(
    'scopes must be text, a PixScopeGroup or a list of these; got ' +
      (item === null ? 'null' : Array.isArray(item) ? 'a list within a list' : typeof item),
  );
}

/**
 * Parses the scope names of an input, without duplicates, in the given order.
 *
 * @throws ValueError if the input contains no scope: an empty set never means all scopes
 * @throws TypeError if the input has another type
 *
 * @example parseScopes(['cob.read cob.write', 'cob.read']) // ['cob.read', 'cob.write']
 */
export function parseScopes(input: PixScopesInput): readonly string[] {
  const items: readonly unknown[] = Array.isArray(input) ? input : [input];
  const names = items
    .flatMap(toTexts)
    .flatMap((text) => text.split(/\s+/))
    .filter((name) => name !== '');
  if (names.length === 0) {
    throw new ValueError(
      'scopes contains no scope. Set at least one, or omit scopes to request all scopes of the provider.',
    );
  }
  return [...new Set(names)];
}

/** How long a caller waits for a token, whose request it may share with others. */

/** The limits of a caller's wait for a token. */
export interface TokenWait extends RateLimitWait {
  /** Time limit of the token request itself. Default: the module's. */
  readonly timeout?: PixTimeout | undefined;
}

/**
 * Throws if the wait has already ended.
 *
 * @throws PixErroTransporteException if the signal has aborted
 * @throws PixTimeoutException if `until` has passed
 */
export function assertWaiting(limits: RateLimitWait, runtime: PixRuntime, call: UnsentCall): void {
  const { until = Infinity, signal } = limits;
  if (signal?.aborted === true) throw aborted(signal, call);
  if (until <= runtime.elapsed()) throw noTokenInTime(call);
}

/**
 * Waits for shared work on behalf of one caller. The work continues for the other callers if this
 * one stops waiting.
 *
 * @throws PixErroTransporteException if the signal aborts
 * @throws PixTimeoutException if `until` passes
 */
export function waitFor<T>(
  work: Promise<T>,
  limits: RateLimitWait,
  runtime: PixRuntime,
  call: UnsentCall,
): Promise<T> {
  const { until, signal } = limits;
  if (until === undefined && signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const stop = () => {
      cancelTimer?.();
      stopListening?.();
    };
    const giveUp = (error: Error) => {
      stop();
      reject(error);
    };
    const cancelTimer =
      until === undefined
        ? undefined
        : runtime.after(until - runtime.elapsed(), () => giveUp(noTokenInTime(call)));
    const stopListening = signal && onAbort(signal, () => giveUp(aborted(signal, call)));
    work.finally(stop).then(resolve, reject);
  });
}

function aborted({ reason }: AbortSignal, call: UnsentCall): Error {
  return markFailure(abortedBeforeSend(call, reason), 'aborted');
}

/** How long a caller waits for a token. Shared work uses the limits of its first caller. */
export interface RequestLimits {
  /** Time limit of the token request. */
  readonly timeout: PixTimeout;
  /** The same limit in milliseconds, from start to end of the request. */
  readonly requestMs: number;
  /** Instant of `runtime.elapsed()` at which the caller stops waiting. */
  readonly until: number;
}

/**
 * Resolves how long a caller waits.
 *
 * @throws ValueError if the time limit is not valid
 */
export function resolveWaitLimits(wait: TokenWait, defaultTimeout: PixTimeout): RequestLimits {
  const timeout = wait.timeout ?? defaultTimeout;
  const { connectMs, readMs } = parseTimeout(timeout);
  return {
    timeout,
    requestMs: connectMs + (readMs ?? Infinity),
    until: wait.until ?? Infinity,
  };
}

/**
 * Returns when a caller stops waiting for work that another caller started: at its deadline, but no
 * later than its own token request would have timed out.
 */
export function waitLimit(
  mine: RequestLimits,
  theirs: RequestLimits,
  elapsed: number,
): number | undefined {
  const limit = mine.requestMs < theirs.requestMs ? elapsed + mine.requestMs : Infinity;
  const until = Math.min(mine.until, limit);
  return until === Infinity ? undefined : until;
}

/** Whether shared work failed only because of the shorter limits of the caller that started it. */
export function failedByShorterLimits(
  error: unknown,
  mine: RequestLimits,
  theirs: RequestLimits,
  elapsed: number,
): boolean {
  if (isPixTimeoutException(error)) return mine.requestMs > theirs.requestMs;
  if (!isPixErrorOfClass(error, 'RateLimitError')) return false;
  const { retryAfter = NaN } = error;
  // The time at which the limit allows the request: too late for the other caller, in time for this
  // one.
  const allowedAt = elapsed + retryAfter * 1000;
  return theirs.until < allowedAt && allowedAt <= mine.until;
}
