import {
  objectOf,
  oneOf,
  OptionChecker,
  text,
  valueOr,
  withMethods,
  type OptionRule,
} from '../options/index.js';

/** The part of an `ioredis` client or cluster that the counter uses. */
export interface PixRateLimitRedisClient {
  defineCommand(name: string, definition: { numberOfKeys?: number; lua: string }): void;
}

/** Counts calls in Redis, so that all processes of an application share the limits. */
export interface PixRateLimitRedis {
  /** A client or cluster of `ioredis`. */
  client: PixRateLimitRedisClient;
  /** The prefix of each key. Default: `pix:limit`. */
  keyPrefix?: string | undefined;
}

/** How the client observes the rate limits that a provider publishes. */
export interface PixRateLimitOptions {
  /**
   * `wait` delays a call until the limit allows it, and throws `RateLimitError` only if that is
   * later than the call's deadline. `throw` throws `RateLimitError` immediately. Default: `wait`.
   */
  whenExceeded?: 'wait' | 'throw' | undefined;
  /** Where calls are counted. Default `memory`: separately in each process. */
  store?: 'memory' | PixRateLimitRedis | undefined;
}

const redisStore = objectOf<PixRateLimitRedis>(
  { client: withMethods('a client of ioredis', ['defineCommand']), keyPrefix: text },
  "'memory' or { client } with a client of ioredis",
  { required: ['client'] },
);

/** Checks the type of the option `rateLimit`. */
export const rateLimitRule: OptionRule = valueOr(
  [false],
  objectOf<PixRateLimitOptions>(
    {
      whenExceeded: oneOf(['wait', 'throw']),
      store: valueOr(['memory'], redisStore),
    },
    "an object such as { whenExceeded: 'throw' }, or false",
  ),
);

/** @throws ConfigurationError naming the invalid options */
export function assertRateLimitOptions(options: PixRateLimitOptions | false | undefined): void {
  if (options === undefined) return;
  const checker = new OptionChecker();
  rateLimitRule(options, 'rateLimit', (problem) => checker.add(problem));
  checker.throwIfAny();
}
