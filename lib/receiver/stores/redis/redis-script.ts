import { createHash } from 'node:crypto';
import type { RedisClient } from './redis-client.js';

/** A script for one key, sent by its digest if the client supports it. @internal */
export class RedisScript {
  readonly #text: string;
  readonly #sha1: string;

  constructor(text: string) {
    this.#text = text;
    this.#sha1 = createHash('sha1').update(text).digest('hex');
  }

  async run(redis: RedisClient, key: string, ...values: string[]): Promise<unknown> {
    if (!redis.evalsha) return redis.eval(this.#text, 1, key, ...values);
    try {
      return await redis.evalsha(this.#sha1, 1, key, ...values);
    } catch (error) {
      // Redis does not have the script cached, for example after a restart.
      if (!String((error as Error | undefined)?.message).startsWith('NOSCRIPT')) throw error;
      return redis.eval(this.#text, 1, key, ...values);
    }
  }
}
