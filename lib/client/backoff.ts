import { isPixAPIException } from '../errors/index.js';
import type { PixRuntime } from '../runtime/index.js';
import type { RetrySettings } from './retry-options.js';

/**
 * The wait before a repeat, in milliseconds: a random time up to a limit that doubles with each repeat (full jitter), so
 * that clients that failed together don't come back together. It is added to what the provider asks for.
 *
 * @param repeat which repeat it is, from 1
 * @returns `undefined` when the provider asks for a longer wait than the settings allow
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
