import type { PixOperation } from '../contract/index.js';
import { isPixAPIException, isPixError } from '../errors/index.js';
import type { PixAPIException } from '../errors/index.js';

/** How a call is repeated after a failure that may pass. */
export interface PixRetryOptions {
  /** How often the call is sent at most, the first time included. Default 3. */
  attempts?: number;
  /** Wait before the first repeat, in seconds; it doubles each time, with jitter. Default 0.25. */
  baseDelay?: number;
  /** Longest wait, in seconds; a `Retry-After` beyond it ends the repeats. Default 8. */
  maxDelay?: number;
}

/** What may follow a failure without the risk of a second charge. */
export type NextStep = 'give-up' | 'repeat' | 'read-back';

const TRANSIENT = new Set([429, 500, 502, 503, 504]);

/** What may pass by itself: a lost connection or a busy provider, not a caller who gave up. */
function isTransient(error: PixAPIException): boolean {
  const { status } = error;
  if (status !== undefined) return TRANSIENT.has(status);
  return isPixError(error, 'PixTimeoutException') || isPixError(error, 'PixConexaoException');
}

/**
 * What an operation allows after this failure: a read or an idempotent one is repeated; one whose identifier the
 * client chose is read back first when its outcome is unknown; one whose identifier the provider chooses is repeated
 * only when it surely took no effect (interface.md, Errors; decisions.md, Operations).
 */
export function nextStep(operation: PixOperation, error: unknown): NextStep {
  if (!isPixAPIException(error)) return 'give-up';
  const unreadable = isPixError(error, 'PixRespostaInvalidaError') && error.resultUnknown;
  if (unreadable && operation.repeat === 'identified') return 'read-back';
  if (!isTransient(error)) return 'give-up';
  if (operation.repeat === 'safe' || operation.repeat === 'idempotent') return 'repeat';
  if (!error.resultUnknown) return 'repeat';
  return operation.repeat === 'identified' && operation.readBack !== undefined
    ? 'read-back'
    : 'give-up';
}

/**
 * The wait before the next repeat in milliseconds, or `undefined` when the provider asks for more than the options
 * allow. Full jitter, so that many clients don't come back together.
 *
 * @param repeat which repeat it is, from 1
 */
export function delayBefore(
  repeat: number,
  error: unknown,
  { baseDelay = 0.25, maxDelay = 8 }: PixRetryOptions,
): number | undefined {
  const asked = isPixAPIException(error) ? error.retryAfter : undefined;
  if (asked !== undefined) return asked > maxDelay ? undefined : asked * 1000;
  return Math.min(baseDelay * 2 ** (repeat - 1), maxDelay) * 1000 * (0.5 + Math.random() / 2);
}
