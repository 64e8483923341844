import type { PixRuntime } from './runtime.js';

/**
 * Returns the result of `work` if it settles within `ms` milliseconds. The work itself is not
 * cancelled; its later failure is ignored.
 *
 * @param what name of the work in the error: `Redis`
 * @throws TimeoutError after the time limit, or what `work` rejects with
 */
export function within<T>(
  runtime: PixRuntime,
  ms: number,
  what: string,
  work: PromiseLike<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = runtime.after(ms, () => {
      const error = new Error(`${what} did not respond within ${ms / 1000} s`);
      reject(Object.assign(error, { name: 'TimeoutError' }));
    });
    work.then(resolve, reject).then(cancel);
  });
}
