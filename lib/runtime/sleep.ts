import { onAbort } from './on-abort.js';
import type { PixRuntime } from './runtime.js';

/**
 * Waits `ms` milliseconds.
 *
 * @returns a promise that resolves to `true` after the wait, and to `false` as soon as one of `signals` aborts. It never
 * rejects.
 */
export function sleep(
  runtime: PixRuntime,
  ms: number,
  ...signals: readonly (AbortSignal | undefined)[]
): Promise<boolean> {
  const given = signals.filter((signal) => signal !== undefined);
  if (given.some(({ aborted }) => aborted)) return Promise.resolve(false);
  return new Promise((resolve) => {
    const finish = (waited: boolean) => {
      cancel();
      for (const stop of stops) stop();
      resolve(waited);
    };
    const cancel = runtime.after(ms, () => finish(true));
    const stops = given.map((signal) => onAbort(signal, () => finish(false)));
  });
}
