import { Logger } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { Outage, within, type PixRuntime } from '../runtime/index.js';
import type { PixRateLimitRedis } from './rate-limit.options.js';

/** Length of a window, in seconds. */
export const WINDOW = 60;
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
export class Counter {
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
        const wait = await within(
          this.runtime,
          LIMIT_MS,
          'Redis',
          takePoint(redis.limiter, this.key),
        );
        redis.outage.answered();
        return wait;
      } catch (error) {
        redis.outage.failed(error);
      }
    }
    return takePoint(this.#memory, this.key);
  }
}

async function takePoint(
  limiter: RateLimiterMemory | RateLimiterRedis,
  key: string,
): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, refusal.msBeforeNext);
    throw refusal;
  }
}
