import { createHash } from 'node:crypto';
import type { RedisClient } from './redis-client.js';

/** A script over one key, sent by its digest where the client can. @internal */
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
      // Redis has not seen the script, or has restarted since.
      if (!String((error as Error | undefined)?.message).startsWith('NOSCRIPT')) throw error;
      return redis.eval(this.#text, 1, key, ...values);
    }
  }
}
