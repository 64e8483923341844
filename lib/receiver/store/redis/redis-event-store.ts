import { randomUUID } from 'node:crypto';
import { LeaseKeeper } from '../lease-keeper.js';
import { leaseTimes } from '../lease.options.js';
import type { PixLeaseOptions } from '../lease.options.js';
import type { PixEventState, PixEventStore } from '../pix-event-store.js';
import { take } from '../take.js';
import { within } from '../within.js';
import type { RedisClient } from './redis-client.js';
import { BEGIN, COMPLETE, RELEASE, RENEW } from './scripts.js';

export interface RedisEventStoreOptions extends PixLeaseOptions {
  /** Stands before each key. Default: `pix:webhook:`. */
  prefix?: string | undefined;
}

/**
 * Remembers handled events in Redis, for any number of processes. The work of a process that dies is free again when its
 * lease ends.
 *
 * What Redis forgets may be handled again: let it write its data to disk (`appendonly yes`) and evict nothing
 * (`maxmemory-policy noeviction`).
 *
 * @example
 * ```ts
 * const store = new RedisEventStore(new Redis(process.env.REDIS_URL)); // a client of `ioredis`
 * ```
 */
export class RedisEventStore implements PixEventStore {
  readonly #redis: RedisClient;
  readonly #prefix: string;
  readonly #lease: string;
  readonly #ttl: string;
  readonly #timeout: number;
  readonly #leases: LeaseKeeper;
  /** Tells this process' leases from others'. */
  readonly #owner = randomUUID();

  /** @throws ConfigurationError on a bad lease or ttl */
  constructor(redis: RedisClient, options: RedisEventStoreOptions = {}) {
    const { lease, ttl, timeout } = leaseTimes('RedisEventStore', options);
    this.#redis = redis;
    this.#prefix = options.prefix ?? 'pix:webhook:';
    this.#lease = String(lease);
    this.#ttl = String(ttl);
    this.#timeout = timeout;
    // One by one, since the keys may lie at different nodes of a cluster.
    this.#leases = new LeaseKeeper(lease, (keys) =>
      Promise.all(keys.map((key) => this.#run(RENEW, key, this.#owner, this.#lease))),
    );
  }

  async begin(key: string): Promise<PixEventState> {
    const begin = this.#run(BEGIN, key, this.#owner, this.#lease) as Promise<PixEventState>;
    const state = await take(this.#timeout, 'Redis', begin, () => this.#release(key));
    if (state === 'new') this.#leases.hold(key);
    return state;
  }

  async complete(key: string): Promise<void> {
    this.#leases.release(key);
    await within(this.#timeout, 'Redis', this.#run(COMPLETE, key, this.#ttl));
  }

  async fail(key: string): Promise<void> {
    this.#leases.release(key);
    await within(this.#timeout, 'Redis', this.#release(key));
  }

  #release(key: string): Promise<unknown> {
    return this.#run(RELEASE, key, this.#owner);
  }

  #run(script: string, key: string, ...values: string[]): Promise<unknown> {
    return this.#redis.eval(script, 1, this.#prefix + key, ...values);
  }
}
