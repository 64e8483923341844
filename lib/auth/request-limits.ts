import { isPixErrorOfClass, isPixTimeoutException } from '../errors/index.js';
import { DEFAULT_TIMEOUT, parseTimeout, type PixTimeout } from '../transport/index.js';
import type { TokenWait } from './token-wait.js';

/** How long a caller waits for a token. Shared work uses the limits of its first caller. */
export interface RequestLimits {
  /** Time limit of the token request; `undefined`: the transport's. */
  readonly timeout: PixTimeout | undefined;
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
export function resolveWaitLimits(
  wait: TokenWait,
  defaultTimeout: PixTimeout | undefined,
): RequestLimits {
  const timeout = wait.timeout ?? defaultTimeout;
  const { connectMs, readMs } = parseTimeout(timeout ?? DEFAULT_TIMEOUT);
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
