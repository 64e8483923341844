import { type PixRuntime, systemRuntime } from '../../runtime/index.js';

/**
 * Rejects if the server does not respond within the time limit. The call itself is not cancelled.
 */
export function within<T>(
  milliseconds: number,
  server: string,
  promise: Promise<T>,
  runtime: PixRuntime = systemRuntime,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = runtime.after(milliseconds, () =>
      reject(new Error(`${server} did not respond within ${milliseconds / 1000} s`)),
    );
    promise.then(resolve, reject).finally(cancel);
  });
}
