import { isPixError, isPixTimeoutException } from '../errors/index.js';
import { DEFAULT_TIMEOUT, parseTimeout, type PixTimeout } from '../transport/index.js';
import type { TokenWait } from './token-wait.js';

/** How long a caller lets a token take. The first caller's patience is that of the shared work. */
export interface Patience {
  /** Time limit of the token request; `undefined`: the transport's. */
  readonly timeout: PixTimeout | undefined;
  /** The same in milliseconds, from its start to its end. */
  readonly requestMs: number;
  /** Instant of `runtime.elapsed()` at which the caller stops waiting. */
  readonly until: number;
}

/** @throws ValueError when the time limit is not valid */
export function patienceOf(wait: TokenWait, defaultTimeout: PixTimeout | undefined): Patience {
  const timeout = wait.timeout ?? defaultTimeout;
  const { connectMs, readMs } = parseTimeout(timeout ?? DEFAULT_TIMEOUT);
  return {
    timeout,
    requestMs: connectMs + (readMs ?? Infinity),
    until: wait.until ?? Infinity,
  };
}

/**
 * When a caller stops waiting for work that another caller started: at its deadline, and no later than its own time limit
 * of a token request would have ended it.
 */
export function waitLimit(mine: Patience, theirs: Patience, elapsed: number): number | undefined {
  const limit = mine.requestMs < theirs.requestMs ? elapsed + mine.requestMs : Infinity;
  const until = Math.min(mine.until, limit);
  return until === Infinity ? undefined : until;
}

/** Whether shared work failed only because the caller that started it was less patient than this one. */
export function failedForLackOfPatience(
  error: unknown,
  mine: Patience,
  theirs: Patience,
  elapsed: number,
): boolean {
  if (isPixTimeoutException(error)) return mine.requestMs > theirs.requestMs;
  if (!isPixError(error, 'RateLimitError')) return false;
  const { retryAfter = NaN } = error;
  // When the limit allows the request, if it ever does: too late for them, in time for this caller.
  const allowedAt = elapsed + retryAfter * 1000;
  return theirs.until < allowedAt && allowedAt <= mine.until;
}
