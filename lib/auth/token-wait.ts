import { abortedBeforeSend, noTokenInTime, type UnsentCall } from '../errors/index.js';
import { onAbort, type PixRuntime } from '../runtime/index.js';
import { markFailure, type PixTimeout } from '../transport/index.js';

/** How long a caller waits for a token, and what makes it stop waiting. */
export interface TokenWait {
  /** Instant of `runtime.elapsed()` at which the caller stops waiting. Default: no limit of its own. */
  readonly until?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Time limit of the token request itself. Default: the module's. */
  readonly timeout?: PixTimeout | undefined;
}

/** The part of {@link TokenWait} that ends one caller's waiting. */
export type WaitLimits = Pick<TokenWait, 'until' | 'signal'>;

/**
 * @throws PixErroTransporteException when the signal has aborted
 * @throws PixTimeoutException when `until` has passed
 */
export function assertWaiting(limits: WaitLimits, runtime: PixRuntime, call: UnsentCall): void {
  const { until = Infinity, signal } = limits;
  if (signal?.aborted === true) throw aborted(signal, call);
  if (until <= runtime.elapsed()) throw noTokenInTime(call);
}

/**
 * The result of shared work as one caller waits for it. The work goes on for the other callers when this one gives up.
 *
 * @throws PixErroTransporteException when the signal aborts
 * @throws PixTimeoutException when `until` passes
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
