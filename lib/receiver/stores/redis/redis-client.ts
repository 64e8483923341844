import { withMethods } from '../../../options/index.js';

/** The rule of an argument that is a {@link RedisClient}. */
export const redisRule = withMethods(
  'a Redis client with the method eval, such as one of ioredis',
  ['eval'],
  ['evalsha'],
);

/**
 * What the stores need of Redis 5 or later: an `ioredis` client or cluster as it is. For `redis`
 * (node-redis) or another client:
 *
 * ```ts
 * { eval: (script, keys, ...args) => client.eval(script, { keys: args.slice(0, keys), arguments: args.slice(keys) }) }
 * ```
 */
export interface RedisClient {
  /** Runs a script. The first `keys` of the following texts are keys, the rest are arguments. */
  eval(script: string, keys: number, ...keysAndArguments: string[]): Promise<unknown>;
  /**
   * Runs a script that is cached in Redis by its SHA-1 digest, which avoids sending it. Default:
   * `eval` every time.
   */
  evalsha?(sha1: string, keys: number, ...keysAndArguments: string[]): Promise<unknown>;
}
