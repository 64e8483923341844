import { createHash, randomUUID } from 'node:crypto';
import { ConfigurationError } from '../../errors/index.js';
import { objectOf, text, withMethods } from '../../options/index.js';
import { type PixRuntime, systemRuntime, within } from '../../runtime/index.js';
import type { PixEventClaim, PixEventState, PixEventStore } from '../stores/event-store.js';
import {
  Batcher,
  checkStore,
  type HeldLease,
  LeaseKeeper,
  leaseShape,
  leaseTimes,
  type LeaseTimes,
  ONE_AT_A_TIME,
  type PixLeaseOptions,
  type Renewals,
  take,
  type Taken,
} from '../stores/shared-store.js';

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

/** A script, sent by its digest if the client supports it. */
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
function isReply(error: unknown, code: string): boolean {
  return String((error as Error | undefined)?.message).startsWith(code);
}

/**
 * The value of a key is `kind|owner|fence|digest`. The kinds are `lease` (a process handles the
 * event), `free` (it failed) and `done`. Earlier versions wrote `done` or only the owner.
 */
const PARSE = `
local function read(key)
  local held = redis.call('GET', key)
  if not held then return nil end
  local kind, owner, fence, digest = string.match(held, '^(%a+)|([^|]*)|([^|]*)|(.*)$')
  if kind then return kind, owner, fence, digest, held end
  return held == 'done' and 'done' or 'lease', held, '0', '', held
end`;

/**
 * Runs `code` for each `key`, with its `value`: the arguments that follow the first `shared` ones.
 * Reads all keys first, so that a key that another program uses fails the script before it has
 * changed one.
 */
function forEachKey(shared: number, code: string): string {
  return `${PARSE}
local results = {}
for _, key in ipairs(KEYS) do redis.call('GET', key) end
for index, key in ipairs(KEYS) do
  local value = ARGV[${shared} + index]
  local kind, owner, fence, digest, held = read(key)
${code}
end
return results`;
}

/**
 * ARGV: owner, lease in ms, then the digest of each key. Takes free keys. Returns for each the
 * state in which it was found, its fence, the previous digest and whether the key was known. The
 * fence is the server's clock in microseconds, so that it also grows after a lease has expired.
 */
const CLAIM = new RedisScript(
  forEachKey(
    2,
    `  if kind == 'done' or kind == 'lease' then
    results[index] = { kind == 'done' and 'done' or 'running', '', digest, '1' }
  else
    local time = redis.call('TIME')
    local next = math.max(time[1] * 1000000 + time[2], (tonumber(fence) or 0) + 1)
    local text = string.format('%.0f', next)
    redis.call('SET', key, 'lease|' .. ARGV[1] .. '|' .. text .. '|' .. value, 'PX', ARGV[2])
    results[index] = { 'new', text, digest or '', held and '1' or '0' }
  end`,
  ),
);

/** ARGV: ttl in ms. Also completes keys whose lease was lost: the handler has succeeded. */
const COMPLETE = new RedisScript(
  forEachKey(
    1,
    `  redis.call('SET', key, 'done|||' .. (digest or ''), 'PX', ARGV[1])
  results[index] = 1`,
  ),
);

/** ARGV: owner, fence or nothing, ttl in ms. For one key. */
const RELEASE = new RedisScript(`${PARSE}
local kind, owner, fence, digest = read(KEYS[1])
if kind ~= 'lease' or owner ~= ARGV[1] or (ARGV[2] ~= '' and fence ~= ARGV[2]) then return 0 end
redis.call('SET', KEYS[1], 'free||' .. fence .. '|' .. digest, 'PX', ARGV[3])
return 1`);

/**
 * ARGV: owner, lease in ms, then the fence of each key. Also renews a key that expired or was lost,
 * unless another owner has it.
 */
const RENEW = new RedisScript(
  forEachKey(
    2,
    `  if kind == 'done' then
    results[index] = 'done'
  elseif held and (kind ~= 'lease' or owner ~= ARGV[1] or fence ~= value) then
    results[index] = 'lost'
  else
    redis.call('SET', key, held or ('lease|' .. ARGV[1] .. '|' .. value .. '|'), 'PX', ARGV[2])
    results[index] = 'held'
  end`,
  ),
);

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
