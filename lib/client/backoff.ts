import { isPixAPIException } from '../errors/index.js';
import type { PixRuntime } from '../runtime/index.js';
import type { RetrySettings } from './retry-options.js';

/**
 * Returns the wait before a repeat, in milliseconds: a random time up to a limit that doubles with
 * each repeat (full jitter), so that clients that failed at the same time do not repeat at the same
 * time. The provider's requested wait is added.
 *
 * @param repeat number of the repeat, from 1
 * @returns `undefined` if the provider requests a longer wait than the settings allow
 */
export function delayBefore(
  repeat: number,
  error: unknown,
  { baseDelay, maxDelay }: RetrySettings,
  runtime: PixRuntime,
): number | undefined {
  const jitter = Math.min(baseDelay * 2 ** (repeat - 1), maxDelay) * runtime.random();
  const asked = isPixAPIException(error) ? (error.retryAfter ?? 0) : 0;
  return asked > maxDelay ? undefined : (asked + jitter) * 1000;
}
