import { HttpException, HttpStatus } from '@nestjs/common';
import type { Redis } from 'ioredis';
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';

/** Counts in Redis for all processes together, or for this process without Redis and while it is unavailable. */
export function createLimiter(
  limit: IRateLimiterOptions,
  redis: Redis | null,
): RateLimiterAbstract {
  const memory = new RateLimiterMemory(limit);
  if (!redis) return memory;
  return new RateLimiterRedis({ ...limit, storeClient: redis, insuranceLimiter: memory });
}

/**
 * Counts a request.
 *
 * @param message for the client when there were too many
 * @param setRetryAfter sets the header `Retry-After`, in seconds
 * @throws HttpException 429 when there were too many
 */
export async function consume(
  limiter: RateLimiterAbstract,
  key: string,
  message: string,
  setRetryAfter: (seconds: string) => void,
): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    setRetryAfter(String(Math.ceil(refusal.msBeforeNext / 1000)));
    throw new HttpException(message, HttpStatus.TOO_MANY_REQUESTS);
  }
}
