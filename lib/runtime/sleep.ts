import type { PixRuntime } from './runtime.js';

/**
 * Waits `ms` milliseconds.
 *
 * @returns a promise that resolves to `true` after the wait, and to `false` as soon as `signal` aborts. It never rejects.
 */
export function sleep(runtime: PixRuntime, ms: number, signal?: AbortSignal): Promise<boolean> {
  if (signal?.aborted === true) return Promise.resolve(false);
  return new Promise((resolve) => {
    const finish = (waited: boolean) => {
      cancel();
      signal?.removeEventListener('abort', onAbort);
      resolve(waited);
    };
    const onAbort = () => finish(false);
    const cancel = runtime.after(ms, () => finish(true));
    signal?.addEventListener('abort', onAbort);
  });
}
