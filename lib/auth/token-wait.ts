import { abortedBeforeSend, noTokenInTime, type UnsentCall } from '../errors/index.js';
import { onAbort, type PixRuntime } from '../runtime/index.js';
import { markFailure, type PixTimeout } from '../transport/index.js';

/** The limits of a caller's wait for a token. */
export interface TokenWait {
  /** Instant of `runtime.elapsed()` at which the caller stops waiting. Default: no limit. */
  readonly until?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Time limit of the token request itself. Default: the module's. */
  readonly timeout?: PixTimeout | undefined;
}

/** The part of {@link TokenWait} that ends one caller's wait. */
export type WaitLimits = Pick<TokenWait, 'until' | 'signal'>;

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
