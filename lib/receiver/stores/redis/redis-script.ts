import { createHash } from 'node:crypto';
import type { RedisClient } from './redis-client.js';

/** A script, sent by its digest if the client supports it. @internal */
export class RedisScript {
  readonly #text: string;
  readonly #sha1: string;

  constructor(text: string) {
    this.#text = text;
    this.#sha1 = createHash('sha1').update(text).digest('hex');
  }

  async run(redis: RedisClient, keys: readonly string[], ...values: string[]): Promise<unknown> {
    if (!redis.evalsha) return redis.eval(this.#text, keys.length, ...keys, ...values);
    try {
      return await redis.evalsha(this.#sha1, keys.length, ...keys, ...values);
    } catch (error) {
      // Redis does not have the script cached, for example after a restart.
      if (!isReply(error, 'NOSCRIPT')) throw error;
      return redis.eval(this.#text, keys.length, ...keys, ...values);
    }
  }

  /**
   * Runs the script for each item and its key; the script returns one result per key, in order. It
   * runs once for all of them, or once for each if they are on different nodes of a cluster.
   *
   * @param value the argument of an item, after `shared`; absent if it has none
   */
  async runAll<Item extends { readonly key: string }>(
    redis: RedisClient,
    items: readonly Item[],
    shared: readonly string[],
    value?: (item: Item) => string,
  ): Promise<unknown[]> {
    const run = (some: readonly Item[]) => {
      const keys = some.map(({ key }) => key);
      const values = value ? some.map(value) : [];
      return this.run(redis, keys, ...shared, ...values) as Promise<unknown[]>;
    };
    try {
      return await run(items);
    } catch (error) {
      if (!isReply(error, 'CROSSSLOT')) throw error;
      // Redis refuses such a script as a whole before it runs.
      return (await Promise.all(items.map((item) => run([item])))).flat(1);
    }
  }
}

/** Whether an error is a reply of Redis with this code. @internal */
export function isReply(error: unknown, code: string): boolean {
  return String((error as Error | undefined)?.message).startsWith(code);
}
