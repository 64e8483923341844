import { objectOf, text } from '../../../errors/index.js';
import { checkStore } from '../../stores/check-store.js';
import { redisRule, type RedisClient } from '../../stores/redis/redis-client.js';
import type { PixReconcilerCursor } from './pix-reconciler-cursor.js';

export interface RedisReconcilerCursorOptions {
  /** The key; use one for each account. Default: `pix:reconciler:cursor`. */
  key?: string | undefined;
}

const optionsRule = objectOf<RedisReconcilerCursorOptions>({ key: text });

/** Stores the cursor of `PixReconciler` in Redis. */
export class RedisReconcilerCursor implements PixReconcilerCursor {
  readonly #redis: RedisClient;
  readonly #key: string;

  /** @throws ConfigurationError that lists the problems of the client and the options */
  constructor(redis: RedisClient, options: RedisReconcilerCursorOptions = {}) {
    checkStore('RedisReconcilerCursor', { client: redis, rule: redisRule }, options, optionsRule);
    this.#redis = redis;
    this.#key = options.key ?? 'pix:reconciler:cursor';
  }

  async load(): Promise<Date | undefined> {
    const instant = await this.#redis.eval(`return redis.call('GET', KEYS[1])`, 1, this.#key);
    return typeof instant === 'string' ? new Date(instant) : undefined;
  }

  async save(instant: Date): Promise<void> {
    const script = `return redis.call('SET', KEYS[1], ARGV[1])`;
    await this.#redis.eval(script, 1, this.#key, instant.toISOString());
  }
}
