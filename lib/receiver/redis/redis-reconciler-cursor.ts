import { objectOf, text } from '../../options/index.js';
import type {
  PixReconcilerCursor,
  PixReconcilerDeadLetter,
} from '../provider/reconciler-cursor.js';
import { checkStore } from '../stores/shared-store.js';
import { type RedisClient, redisRule } from './redis-event-store.js';

export interface RedisReconcilerCursorOptions {
  /**
   * The key; use one for each account. Dead letters are a hash under this key and `:dead-letters`.
   * Default: `pix:reconciler:cursor`.
   */
  key?: string | undefined;
}

const optionsRule = objectOf<RedisReconcilerCursorOptions>({ key: text });

/** A discarded letter remains as an empty text. */
const DISCARD = `
local letter = redis.call('HGET', KEYS[1], ARGV[1])
if not letter or letter == '' then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], '')
return 1`;

/** Stores the cursor of `PixReconciler` and its dead letters in Redis. */
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

  async addDeadLetter(letter: PixReconcilerDeadLetter): Promise<boolean> {
    const script = `return redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2])`;
    const text = JSON.stringify(letter);
    return Number(await this.#redis.eval(script, 1, this.#lettersKey, letter.key, text)) === 1;
  }

  async deadLetters(): Promise<readonly PixReconcilerDeadLetter[]> {
    const letters = await this.#redis.eval(
      `return redis.call('HVALS', KEYS[1])`,
      1,
      this.#lettersKey,
    );
    return (letters as string[])
      .filter((letter) => letter !== '')
      .map((letter) => JSON.parse(letter) as PixReconcilerDeadLetter);
  }

  async discard(key: string): Promise<boolean> {
    return Number(await this.#redis.eval(DISCARD, 1, this.#lettersKey, key)) === 1;
  }

  get #lettersKey(): string {
    return `${this.#key}:dead-letters`;
  }
}
