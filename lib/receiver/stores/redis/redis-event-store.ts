import { randomUUID } from 'node:crypto';
import { ConfigurationError } from '../../../errors/index.js';
import { objectOf, text } from '../../../options/index.js';
import { type PixRuntime, systemRuntime, within } from '../../../runtime/index.js';
import { Batcher, ONE_AT_A_TIME } from '../batcher.js';
import { checkStore } from '../check-store.js';
import { LeaseKeeper, type HeldLease, type Renewals } from '../lease-keeper.js';
import { leaseShape, leaseTimes, type LeaseTimes, type PixLeaseOptions } from '../lease.options.js';
import type { PixEventClaim, PixEventState, PixEventStore } from '../pix-event-store.js';
import { take, type Taken } from '../take.js';
import { redisRule, type RedisClient } from './redis-client.js';
import { isReply } from './redis-script.js';
import { CLAIM, COMPLETE, RELEASE, RENEW } from './scripts.js';

export interface RedisEventStoreOptions extends PixLeaseOptions {
  /** The prefix of each key. Default: `pix:webhook:`. */
  prefix?: string | undefined;
}

const optionsRule = objectOf<RedisEventStoreOptions>({ ...leaseShape, prefix: text });

const SERVER = 'Redis';

/**
 * Records handled events in Redis 5 or later, for any number of processes. When a process ends, its
 * events are released at the end of their lease.
 *
 * Events that Redis loses may be handled again: persist its data (`appendonly yes`) and do not
 * evict keys (`maxmemory-policy noeviction`). It cannot take part in a transaction of your
 * database: `context.completeIn()` requires a `PostgresEventStore`.
 *
 * @example
 * ```ts
 * const store = new RedisEventStore(new Redis(process.env.REDIS_URL)); // a client of `ioredis`
 * ```
 */
export class RedisEventStore implements PixEventStore {
  readonly batches = true;
  readonly #redis: RedisClient;
  readonly #prefix: string;
  readonly #times: LeaseTimes;
  readonly #runtime: PixRuntime;
  readonly #leases: LeaseKeeper;
  readonly #claims: Batcher<{ key: string; digest: string }, Taken>;
  readonly #completions: Batcher<{ key: string }, unknown>;
  /** Identifies the leases of this process. */
  readonly #owner = randomUUID();

  /** @throws ConfigurationError that lists the problems of the client and the options */
  constructor(
    redis: RedisClient,
    options: RedisEventStoreOptions = {},
    /** @internal */
    runtime: PixRuntime = systemRuntime,
  ) {
    checkStore('RedisEventStore', { client: redis, rule: redisRule }, options, optionsRule);
    this.#redis = redis;
    this.#prefix = options.prefix ?? 'pix:webhook:';
    this.#times = leaseTimes('RedisEventStore', options);
    this.#runtime = runtime;
    this.#leases = new LeaseKeeper(this.#times.lease, (leases) => this.#renew(leases), runtime);
    const isItemsFault = (error: unknown) => isReply(error, 'WRONGTYPE');
    const common = { ...ONE_AT_A_TIME, isItemsFault, runtime };
    this.#claims = new Batcher({ ...common, send: (items) => this.#take(items) });
    const ttl = String(this.#times.ttl);
    this.#completions = new Batcher({
      ...common,
      send: (items) => COMPLETE.runAll(redis, items, [ttl]),
    });
  }

  begin(key: string): Promise<PixEventState>;
  begin(key: string, digest: string): Promise<PixEventClaim>;
  async begin(key: string, digest?: string): Promise<PixEventState | PixEventClaim> {
    const claim = await this.#claim(key, digest ?? '');
    return digest === undefined ? claim.state : claim;
  }
  async complete(key: string): Promise<void> {
    this.#leases.release(key);
    await this.#within(this.#completions.add({ key: this.#prefix + key }));
  }

  async fail(key: string, fence = this.#leases.getFence(key)): Promise<void> {
    this.#leases.release(key);
    await this.#within(this.#release(key, fence));
  }

  /** @throws ConfigurationError always: Redis cannot take part in a database transaction */
  completeIn(): Promise<void> {
    return Promise.reject(completeInNeedsPostgres());
  }

  remembersSince(): Date {
    return new Date(this.#runtime.now() - this.#times.ttl);
  }

  async #claim(key: string, digest: string): Promise<PixEventClaim> {
    const since = this.#runtime.elapsed();
    const { timeout: milliseconds } = this.#times;
    const limit = { milliseconds, server: SERVER, runtime: this.#runtime };
    const asked = this.#claims.add({ key: this.#prefix + key, digest });
    const taken = await take(limit, asked, (fence) => this.#release(key, fence));
    const conflicting = Boolean(digest && taken.digest && digest !== taken.digest);
    if (taken.state !== 'new') return { state: taken.state, conflicting, known: true };
    const { fence, known } = taken;
    return {
      state: 'new',
      fence,
      signal: this.#leases.hold(key, fence, since),
      conflicting,
      known,
    };
  }

  async #take(items: readonly { key: string; digest: string }[]): Promise<Taken[]> {
    const shared = [this.#owner, String(this.#times.lease)];
    const answers = await CLAIM.runAll(this.#redis, items, shared, ({ digest }) => digest);
    return answers.map((answer) => {
      const [state, fence, digest, known] = answer as [PixEventState, string, string, string];
      if (state !== 'new') return { state, digest };
      return { state, fence: Number(fence), digest, known: known === '1' };
    });
  }

  #release(key: string, fence?: number): Promise<unknown> {
    const text = fence === undefined ? '' : String(fence);
    const keys = [this.#prefix + key];
    return RELEASE.run(this.#redis, keys, this.#owner, text, String(this.#times.ttl));
  }

  async #renew(leases: readonly HeldLease[]): Promise<Renewals> {
    const items = leases.map(({ key, fence }) => ({ key: this.#prefix + key, fence }));
    const shared = [this.#owner, String(this.#times.lease)];
    const states = await RENEW.runAll(this.#redis, items, shared, ({ fence }) => String(fence));
    return new Map(
      leases.map(({ key }, index) => [key, states[index] as 'held' | 'done' | 'lost']),
    );
  }

  #within<T>(promise: Promise<T>): Promise<T> {
    return within(this.#runtime, this.#times.timeout, SERVER, promise);
  }
}

function completeInNeedsPostgres(): ConfigurationError {
  return new ConfigurationError(
    'context.completeIn() requires a PostgresEventStore in the database of the transaction: RedisEventStore cannot take part in it.',
  );
}
