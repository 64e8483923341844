import type { PixRuntime } from './runtime.js';

/**
 * The result of `work`, if it settles within `ms` milliseconds. The work itself is not cancelled; a later failure of it
 * is ignored.
 *
 * @param what names the work in the error: `Redis`
 * @throws TimeoutError when the time has passed, or what `work` rejects with
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
    work.then(
      (result) => {
        cancel();
        resolve(result);
      },
      (error: unknown) => {
        cancel();
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}
