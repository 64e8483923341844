/** Keeps an account within the limits that its provider publishes, and counts its calls for that. */
import { Logger } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { abortedBeforeSend, RateLimitError } from '../errors/index.js';
import { objectOf, oneOf, text, valueOr, withMethods, type OptionRule } from '../options/index.js';
import type { PixRateLimits } from '../providers/index.js';
import { Outage, sleep, within, type PixRuntime } from '../runtime/index.js';

/** The part of an `ioredis` client or cluster that the counter uses. */
export interface PixRateLimitRedisClient {
  defineCommand(name: string, definition: { numberOfKeys?: number; lua: string }): void;
}

/** Counts calls in Redis, so that all processes of an application share the limits. */
export interface PixRateLimitRedis {
  /** A client or cluster of `ioredis`. */
  client: PixRateLimitRedisClient;
  /** The prefix of each key. Default: `pix:limit`. */
  keyPrefix?: string | undefined;
}

/** How the client observes the rate limits that a provider publishes. */
export interface PixRateLimitOptions {
  /**
   * `wait` delays a call until the limit allows it, and throws `RateLimitError` only if that is
   * later than the call's deadline. `throw` throws `RateLimitError` immediately. Default: `wait`.
   */
  whenExceeded?: 'wait' | 'throw' | undefined;
  /** Where calls are counted. Default `memory`: separately in each process. */
  store?: 'memory' | PixRateLimitRedis | undefined;
}

const redisStore = objectOf<PixRateLimitRedis>(
  { client: withMethods('a client of ioredis', ['defineCommand']), keyPrefix: text },
  "'memory' or { client } with a client of ioredis",
  { required: ['client'] },
);

/** Checks the type of the option `rateLimit`. */
export const rateLimitRule: OptionRule = valueOr(
  [false],
  objectOf<PixRateLimitOptions>(
    {
      whenExceeded: oneOf(['wait', 'throw']),
      store: valueOr(['memory'], redisStore),
    },
    "an object such as { whenExceeded: 'throw' }, or false",
  ),
);

/** Length of a window, in seconds. */
const WINDOW = 60;
/** A Redis that takes longer counts as unavailable. */
const LIMIT_MS = 1000;

/**
 * The counters of this process by limit. Clients of the same account share them, and a new client
 * continues the count of the previous one.
 */
const memories = new Map<number, RateLimiterMemory>();

function getMemory(points: number): RateLimiterMemory {
  const memory = memories.get(points) ?? new RateLimiterMemory({ points, duration: WINDOW });
  memories.set(points, memory);
  return memory;
}

/** One outage per Redis client for all accounts, so that it is logged once. */
const outages = new WeakMap<object, Outage>();

function getOutage(client: object, runtime: PixRuntime): Outage {
  const logger = new Logger('PixRateLimits');
  const outage =
    outages.get(client) ??
    new Outage(runtime, {
      down: () =>
        logger.warn(
          'Redis is unavailable for rate limits. Until it is available again, this process counts only its own calls.',
        ),
      back: () => logger.log('Redis is available again for rate limits.'),
    });
  outages.set(client, outage);
  return outage;
}

/** Counts the calls of an account in windows of a minute. */
class Counter {
  readonly #memory: RateLimiterMemory;
  readonly #redis: { limiter: RateLimiterRedis; outage: Outage } | undefined;

  constructor(
    /** Calls per window. */
    readonly points: number,
    private readonly key: string,
    private readonly runtime: PixRuntime,
    redis: PixRateLimitRedis | undefined,
  ) {
    this.#memory = getMemory(points);
    this.#redis = redis && {
      limiter: new RateLimiterRedis({
        storeClient: redis.client,
        points,
        duration: WINDOW,
        keyPrefix: redis.keyPrefix ?? 'pix:limit',
      }),
      outage: getOutage(redis.client, runtime),
    };
  }

  /**
   * Counts one call if the window has room. Resolves to 0 if so, otherwise to the milliseconds
   * until the next window.
   */
  async take(): Promise<number> {
    const redis = this.#redis;
    if (redis?.outage.mayTry()) {
      try {
        const taking = takePoint(redis.limiter, this.key);
        const wait = await within(this.runtime, LIMIT_MS, 'Redis', taking);
        redis.outage.answered();
        return wait;
      } catch (error) {
        redis.outage.failed(error);
      }
    }
    return takePoint(this.#memory, this.key);
  }
}

async function takePoint(limiter: RateLimiterMemory | RateLimiterRedis, key: string) {
  try {
    await limiter.consume(key);
    return 0;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, refusal.msBeforeNext);
    throw refusal;
  }
}

/** What is limited: requests to the token endpoint, or calls of the API. */
type RateLimitKind = 'token' | 'call';

interface RateLimitsConfig {
  /** Name of the provider, for errors. */
  readonly provider: string;
  /** Identifies the account. It becomes part of a key in Redis, so it must not contain a secret. */
  readonly accountKey: string;
  /** From the provider's profile. */
  readonly limits: PixRateLimits;
  readonly options: PixRateLimitOptions;
  readonly runtime: PixRuntime;
}

/** What ends a caller's wait. */
export interface RateLimitWait {
  /** Instant of `runtime.elapsed()` at which the caller stops waiting. Default: no limit. */
  readonly until?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Limit {
  readonly counter: Counter;
  /** The number of callers that wait for a later window. */
  waiting: number;
}

const NAMES: Readonly<Record<RateLimitKind, string>> = {
  token: 'token requests',
  call: 'calls',
};

/**
 * Keeps an account within the published limits of its provider.
 *
 * Counts in fixed windows of a minute that start with the first call. The provider's windows may
 * start at another time, so it may still answer 429 occasionally.
 */
export class RateLimits {
  readonly #limits: Readonly<Record<RateLimitKind, Limit | undefined>>;

  constructor(private readonly config: RateLimitsConfig) {
    this.#limits = {
      token: this.#createLimit('token', config.limits.tokensPerMinute),
      call: this.#createLimit('call', config.limits.callsPerMinute),
    };
  }

  /**
   * Counts one request and waits until the limit allows it.
   *
   * @returns `undefined` if the provider has no limit of this kind
   * @throws RateLimitError if the limit allows the request only after `wait.until`, or does not
   * allow it now and `whenExceeded` is `throw`
   * @throws PixErroTransporteException if `wait.signal` aborts
   */
  acquire(kind: RateLimitKind, wait: RateLimitWait = {}): Promise<void> | undefined {
    const limit = this.#limits[kind];
    return limit && this.#acquire(kind, limit, wait);
  }

  async #acquire(kind: RateLimitKind, limit: Limit, wait: RateLimitWait): Promise<void> {
    const { options, provider, runtime } = this.config;
    const { until = Infinity, signal } = wait;
    let delay = await limit.counter.take();
    while (delay > 0) {
      // Waiting callers take the places in the next windows.
      const windows = Math.floor(limit.waiting / limit.counter.points);
      const total = delay + windows * WINDOW * 1000;
      if (options.whenExceeded === 'throw' || runtime.elapsed() + total > until) {
        throw this.#exceeded(kind, limit, total);
      }
      limit.waiting += 1;
      const waited = await sleep(runtime, delay, signal);
      limit.waiting -= 1;
      if (!waited) throw abortedBeforeSend({ provider }, signal?.reason);
      delay = await limit.counter.take();
    }
  }

  #exceeded(kind: RateLimitKind, { counter }: Limit, ms: number): RateLimitError {
    const { provider } = this.config;
    const retryAfter = Math.ceil(ms / 1000);
    return new RateLimitError(
      `${provider} allows ${counter.points} ${NAMES[kind]} per minute, and they are used up. Nothing was sent. Try again in ${retryAfter} s.`,
      { retryAfter, details: { provider, kind, perMinute: counter.points } },
    );
  }

  #createLimit(kind: RateLimitKind, perMinute: number | undefined): Limit | undefined {
    if (perMinute === undefined) return undefined;
    const { accountKey, options, provider, runtime } = this.config;
    const redis = typeof options.store === 'object' ? options.store : undefined;
    const key = `${provider}:${kind}:${accountKey}`;
    return { counter: new Counter(perMinute, key, runtime, redis), waiting: 0 };
  }
}
