import { ValueError } from '../errors/index.js';

/** How a call is repeated after a failure that may pass. */
export interface PixRetryOptions {
  /** How often the call is sent at most, the first time included: 1 to 100. Default 3. */
  attempts?: number;
  /** Longest wait before the first repeat, in seconds; it doubles each time. Default 0.25. */
  baseDelay?: number;
  /** Longest wait, in seconds. A `Retry-After` beyond it ends the repeats. Default 8. */
  maxDelay?: number;
  /**
   * How many repeats in a row a client may send without a success between them; each success earns a part of a repeat
   * back. It keeps many callers from multiplying the load of a provider that is down. `false`: no limit. Default 100.
   */
  budget?: number | false;
}

/** {@link PixRetryOptions} with every default in place. */
export type RetrySettings = Required<PixRetryOptions>;

export const DEFAULT_RETRY: RetrySettings = {
  attempts: 3,
  baseDelay: 0.25,
  maxDelay: 8,
  budget: 100,
};

const MAX_ATTEMPTS = 100;
const MAX_DELAY = 3600;

/**
 * Checks retry options.
 *
 * @param defaults what stands for an option that is left out
 * @throws ValueError that names the option and the values it takes
 */
export function parseRetry(
  options: PixRetryOptions | false,
  defaults: RetrySettings = DEFAULT_RETRY,
): RetrySettings | false {
  if (options === false) return false;
  const given: unknown = options;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new ValueError('retry must be an object such as { attempts: 3 }, or false.');
  }
  const unknown = Object.keys(options).find((name) => !(name in DEFAULT_RETRY));
  if (unknown !== undefined) {
    throw new ValueError(
      `retry.${unknown} is not an option. Options: ${Object.keys(DEFAULT_RETRY).join(', ')}.`,
    );
  }
  const present = Object.entries(options).filter(([, value]) => value !== undefined);
  const settings: RetrySettings = { ...defaults, ...Object.fromEntries(present) };
  const { attempts, baseDelay, maxDelay, budget } = settings;
  if (!Number.isInteger(attempts) || attempts < 1 || attempts > MAX_ATTEMPTS) {
    throw new ValueError(`retry.attempts must be a whole number from 1 to ${MAX_ATTEMPTS}.`);
  }
  for (const [name, seconds] of Object.entries({ baseDelay, maxDelay })) {
    if (!(typeof seconds === 'number' && seconds >= 0 && seconds <= MAX_DELAY)) {
      throw new ValueError(`retry.${name} must be seconds from 0 to ${MAX_DELAY}.`);
    }
  }
  if (budget !== false && !(typeof budget === 'number' && budget >= 0 && budget < Infinity)) {
    throw new ValueError('retry.budget must be a number of repeats, or false for no limit.');
  }
  return settings;
}
