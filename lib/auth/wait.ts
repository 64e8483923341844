/** How long a caller waits for a token, whose request it may share with others. */
import {
  abortedBeforeSend,
  isPixErrorOfClass,
  isPixTimeoutException,
  noTokenInTime,
  type UnsentCall,
} from '../errors/index.js';
import { onAbort, type PixRuntime } from '../runtime/index.js';
import { DEFAULT_TIMEOUT, markFailure, parseTimeout, type PixTimeout } from '../transport/index.js';

/** The limits of a caller's wait for a token. */
export interface TokenWait {
  /** Instant of `runtime.elapsed()` at which the caller stops waiting. Default: no limit. */
  readonly until?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Time limit of the token request itself. Default: the module's. */
  readonly timeout?: PixTimeout | undefined;
}

/** The part of {@link TokenWait} that ends one caller's wait. */
type WaitLimits = Pick<TokenWait, 'until' | 'signal'>;

/**
 * Throws if the wait has already ended.
 *
 * @throws PixErroTransporteException if the signal has aborted
 * @throws PixTimeoutException if `until` has passed
 */
export function assertWaiting(limits: WaitLimits, runtime: PixRuntime, call: UnsentCall): void {
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
  limits: WaitLimits,
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
