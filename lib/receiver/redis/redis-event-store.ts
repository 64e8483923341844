// Records in Redis which handler has completed which event, and the cursor of the reconciler.

import { createHash, randomUUID } from 'node:crypto';
import { ConfigurationError } from '../../errors/index.js';
import { encryptionKeyRule, objectOf, requireKey, text, withMethods } from '../../options/index.js';
import { type PixRuntime, systemRuntime } from '../../runtime/index.js';
import { LetterCodec, type PixLetterEncryption } from '../provider/letter-codec.js';
import type { PixReconcilerCursor, PixReconcilerDeadLetter } from '../provider/reconciliation.js';
import type { PixEventState } from '../stores/event-store.js';
import {
  checkStore,
  type HeldLease,
  type KeyTable,
  leaseTable,
  leaseTimes,
  type LeaseTimes,
  type PixLeaseOptions,
  type Renewals,
  SharedEventStore,
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
   * Runs the script for all keys; the script returns one result per key, in order. It runs once for
   * all of them, or once for each if they are on different nodes of a cluster.
   *
   * @param values one for each key, after `shared`; absent if it has none
   */
  async runAll(
    redis: RedisClient,
    keys: readonly string[],
    shared: readonly string[],
    values: readonly string[] = [],
  ): Promise<unknown[]> {
    try {
      return (await this.run(redis, keys, ...shared, ...values)) as unknown[];
    } catch (error) {
      if (!isReply(error, 'CROSSSLOT')) throw error;
      // Redis refuses such a script as a whole before it runs.
      const single = (key: string, index: number) =>
        this.run(redis, [key], ...shared, ...values.slice(index, index + 1));
      return ((await Promise.all(keys.map(single))) as unknown[][]).flat(1);
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
 * ARGV: owner, lease in ms, then the digest of each key. Takes free keys. Returns for each its
 * fence, or a list if it was known: the state in which it was found, its fence and the previous
 * digest. Most keys are new, and a list costs this process several times as much as a text. The
 * fence is the server's clock in microseconds, so that it also grows after a lease has expired.
 */
const CLAIM = new RedisScript(
  forEachKey(
    2,
    `  if kind == 'done' or kind == 'lease' then
    results[index] = { kind == 'done' and 'done' or 'running', '', digest }
  else
    local time = redis.call('TIME')
    local next = math.max(time[1] * 1000000 + time[2], (tonumber(fence) or 0) + 1)
    local text = string.format('%.0f', next)
    redis.call('SET', key, 'lease|' .. ARGV[1] .. '|' .. text .. '|' .. value, 'PX', ARGV[2])
    results[index] = held and { 'new', text, digest } or text
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

const optionsRule = objectOf<RedisEventStoreOptions>({ ...leaseTable.rows, prefix: text });

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
export class RedisEventStore extends SharedEventStore {
  /** @throws ConfigurationError that lists the problems of the client and the options */
  constructor(
    redis: RedisClient,
    options: RedisEventStoreOptions = {},
    /** @internal */
    runtime: PixRuntime = systemRuntime,
  ) {
    checkStore('RedisEventStore', [redis, redisRule], [options, optionsRule]);
    const times = leaseTimes(options);
    super(new RedisEventTable(redis, options.prefix ?? 'pix:webhook:', times), times, runtime);
  }

  /** @throws ConfigurationError always: Redis cannot take part in a database transaction */
  completeIn(): Promise<void> {
    const problem =
      'context.completeIn() requires a PostgresEventStore in the database of the transaction: RedisEventStore cannot take part in it.';
    return Promise.reject(new ConfigurationError(problem));
  }
}

/** The keys of `RedisEventStore`. Each method runs one script. */
class RedisEventTable implements KeyTable {
  readonly server = 'Redis';
  /** Identifies the leases of this process. */
  readonly #owner = randomUUID();

  constructor(
    private readonly redis: RedisClient,
    private readonly prefix: string,
    private readonly times: LeaseTimes,
  ) {}

  async claim(items: readonly { key: string; digest: string }[]): Promise<Taken[]> {
    const [keys, digests] = [items.map(({ key }) => key), items.map(({ digest }) => digest)];
    const answers = await this.#run(CLAIM, keys, [this.#owner, this.times.lease], digests);
    return answers.map((answer) => {
      if (!Array.isArray(answer)) {
        return { state: 'new', fence: Number(answer), digest: undefined, known: false };
      }
      const [state, fence, digest] = answer as [PixEventState, string, string];
      return state === 'new'
        ? { state, fence: Number(fence), digest, known: true }
        : { state, digest };
    });
  }

  complete(leases: readonly HeldLease[]): Promise<unknown[]> {
    const keys = leases.map(({ key }) => key);
    return this.#run(COMPLETE, keys, [this.times.ttl]);
  }

  release(key: string, fence: number | undefined): Promise<unknown> {
    const values = [this.#owner, fence === undefined ? '' : String(fence), `${this.times.ttl}`];
    return RELEASE.run(this.redis, [this.prefix + key], ...values);
  }

  async renew(leases: readonly HeldLease[]): Promise<Renewals> {
    const keys = leases.map(({ key }) => key);
    const fences = leases.map(({ fence }) => String(fence));
    const states = await this.#run(RENEW, keys, [this.#owner, this.times.lease], fences);
    return new Map(keys.map((key, index) => [key, states[index] as 'held' | 'done' | 'lost']));
  }

  /** The key holds a value of another type. */
  isItemsFault(error: unknown): boolean {
    return isReply(error, 'WRONGTYPE');
  }

  #run(
    script: RedisScript,
    keys: readonly string[],
    shared: readonly (string | number)[],
    values?: readonly string[],
  ): Promise<unknown[]> {
    const own = keys.map((key) => this.prefix + key);
    return script.runAll(this.redis, own, shared.map(String), values);
  }
}

export interface RedisReconcilerCursorOptions extends PixLetterEncryption {
  /**
   * The key; use one for each account. Dead letters are a hash under this key and `:dead-letters`.
   * Default: `pix:reconciler:cursor`.
   */
  key?: string | undefined;
}

const cursorRule = objectOf<RedisReconcilerCursorOptions>({
  key: text,
  encryptionKey: encryptionKeyRule,
});

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
  readonly #codec: LetterCodec;

  /** @throws ConfigurationError that lists the problems of the client and the options */
  constructor(redis: RedisClient, options: RedisReconcilerCursorOptions = {}) {
    checkStore('RedisReconcilerCursor', [redis, redisRule], [options, cursorRule]);
    const client = 'options' in redis ? redis : { host: 'unknown' };
    requireKey('RedisReconcilerCursor', options.encryptionKey, client);
    this.#redis = redis;
    this.#key = options.key ?? 'pix:reconciler:cursor';
    this.#codec = new LetterCodec(options, [this.#key]);
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
    const held = await this.#ofLetters(`return redis.call('HGET', KEYS[1], ARGV[1])`, letter.key);
    const isRefused = this.#codec.refuses(letter.key, held);
    const script = `return redis.call('${isRefused ? 'HSET' : 'HSETNX'}', KEYS[1], ARGV[1], ARGV[2])`;
    const text = this.#codec.encode(letter);
    return Number(await this.#ofLetters(script, letter.key, text)) === 1 || isRefused;
  }

  async deadLetters(): Promise<readonly PixReconcilerDeadLetter[]> {
    const all = await this.#ofLetters(`return redis.call('HGETALL', KEYS[1])`);
    return (all as string[]).flatMap((text, index, { [index - 1]: key = '' }) =>
      index % 2 === 0 || text === '' ? [] : this.#codec.decode(key, text),
    );
  }

  async discard(key: string): Promise<boolean> {
    return Number(await this.#ofLetters(DISCARD, key)) === 1;
  }

  #ofLetters(script: string, ...values: string[]): Promise<unknown> {
    return this.#redis.eval(script, 1, `${this.#key}:dead-letters`, ...values);
  }
}
