import { ValueError } from '../errors/index.js';
import {
  applyDefaults,
  describeTooLong,
  describeUnknownName,
  OptionChecker,
} from '../options/index.js';

/** How a call is repeated after a temporary failure. */
export interface PixRetryOptions {
  /** The maximum number of attempts, including the first: 1 to 100. Default: 3. */
  attempts?: number;
  /**
   * The longest wait before the first repeat, in seconds, at most 60; it doubles with each repeat.
   * Default: 0.25.
   */
  baseDelay?: number;
  /** The longest wait, in seconds, at most 600. A longer `Retry-After` ends the repeats. Default: 8. */
  maxDelay?: number;
  /**
   * The number of repeats in a row that a client may send without a success in between; each
   * success adds a fifth of a repeat. Limits the load on a provider that is down. `false`: no
   * limit. Default: 100.
   */
  budget?: number | false;
}

/** {@link PixRetryOptions} with all defaults applied. */
export type RetrySettings = Required<PixRetryOptions>;

export const DEFAULT_RETRY: RetrySettings = {
  attempts: 3,
  baseDelay: 0.25,
  maxDelay: 8,
  budget: 100,
};

const OPTION_NAMES = Object.keys(DEFAULT_RETRY);
const MAX_ATTEMPTS = 100;
/** Larger values are usually meant as milliseconds. */
const MAX_BASE_DELAY = 60;
const MAX_DELAY = 600;

/**
 * Checks retry options.
 *
 * @param defaults the values of omitted options
 * @throws ValueError that names each wrong option and the values it takes
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
  const checker = new OptionChecker('', ValueError);
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(DEFAULT_RETRY, name)) continue;
    checker.add(describeUnknownName(name, OPTION_NAMES, { prefix: 'retry.' }));
  }
  const settings: RetrySettings = applyDefaults(options, defaults);
  checkRetry(settings, checker);
  checker.throwIfAny();
  return settings;
}

function checkRetry(settings: RetrySettings, checker: OptionChecker): void {
  const { attempts, baseDelay, maxDelay, budget } = settings;
  checker.integer('retry.attempts', attempts, { min: 1, max: MAX_ATTEMPTS });
  checkDelay(checker, 'retry.baseDelay', baseDelay, MAX_BASE_DELAY);
  checkDelay(checker, 'retry.maxDelay', maxDelay, MAX_DELAY);
  checker.require(
    budget === false || (Number.isFinite(budget) && budget >= 0),
    'retry.budget must be a number of repeats, or false for no limit',
  );
}

function checkDelay(checker: OptionChecker, name: string, value: number, max: number): void {
  const tooLong = describeTooLong(name, value, max);
  if (tooLong === undefined) checker.seconds(name, value, { max });
  else checker.add(tooLong);
}
