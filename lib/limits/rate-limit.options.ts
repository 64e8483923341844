import { ConfigurationError } from '../errors/index.js';

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
  /** Where calls are counted. Default `memory`: each process by itself. */
  store?: 'memory' | PixRateLimitRedis | undefined;
}

const BEHAVIOURS: readonly unknown[] = [undefined, 'wait', 'throw'];

/** @throws ConfigurationError naming the invalid option */
export function assertRateLimitOptions(options: PixRateLimitOptions | false | undefined): void {
  if (options === undefined || options === false) return;
  const given: unknown = options;
  if (typeof given !== 'object' || given === null) {
    throw new ConfigurationError(
      "rateLimit must be an object such as { whenExceeded: 'throw' }, or false.",
    );
  }
  const { whenExceeded, store = 'memory' } = options;
  if (!BEHAVIOURS.includes(whenExceeded)) {
    throw new ConfigurationError("rateLimit.whenExceeded must be 'wait' or 'throw'.");
  }
  if (store !== 'memory' && typeof toClient(store)?.defineCommand !== 'function') {
    throw new ConfigurationError(
      "rateLimit.store must be 'memory' or { client } with a client of ioredis.",
    );
  }
}

function toClient(store: unknown): Partial<PixRateLimitRedisClient> | undefined {
  return (store as { client?: PixRateLimitRedisClient } | null)?.client;
}
