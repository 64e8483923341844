import { createHash } from 'node:crypto';
import {
  type CanActivate,
  type ExecutionContext,
  Global,
  HttpException,
  HttpStatus,
  Inject,
  Injectable,
  Module,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { REDIS } from '../redis/redis.module.js';
import type { ShopSettings } from '../settings/settings.js';
import { SETTINGS } from '../settings/settings.module.js';

const MINUTE = 60;
export const HOUR = 60 * MINUTE;
const REFUSAL = 'Muitas requisições em pouco tempo. Tente de novo';

/**
 * Counts requests that change something. The processes of a shop count together in Redis, or each for itself without
 * Redis and while it is unavailable.
 */
@Injectable()
export class RateLimiter {
  readonly #limiter: RateLimiterMemory | RateLimiterRedis;

  constructor(
    @Inject(SETTINGS) { requestsPerMinute }: ShopSettings,
    @Inject(REDIS) redis: Redis | null,
    private readonly host: HttpAdapterHost,
  ) {
    const limit = { points: requestsPerMinute, duration: MINUTE, keyPrefix: 'loja-ipe:limit' };
    const memory = new RateLimiterMemory(limit);
    this.#limiter = redis
      ? new RateLimiterRedis({ ...limit, storeClient: redis, insuranceLimiter: memory })
      : memory;
  }

  /**
   * @param seconds in which the key may be counted `requestsPerMinute` times
   * @param response gets the header `Retry-After`
   * @param weight how often it counts
   * @throws HttpException 429 when there were too many
   */
  async count(key: string, response: unknown, seconds = MINUTE, weight = 1): Promise<void> {
    const digest = createHash('sha256').update(key).digest('base64url');
    try {
      await this.#limiter.consume(digest, weight, { customDuration: seconds });
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const wait = String(Math.ceil(refusal.msBeforeNext / 1000));
      this.host.httpAdapter.setHeader(response, 'Retry-After', wait);
      const when = seconds > MINUTE ? 'mais tarde' : 'em um minuto';
      throw new HttpException(`${REFUSAL} ${when}.`, HttpStatus.TOO_MANY_REQUESTS);
    }
  }
}

/** Limits how often a client address may call a route. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(private readonly limiter: RateLimiter) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const { ip } = http.getRequest<{ ip: string }>();
    const route = `${context.getClass().name}.${context.getHandler().name}`;
    await this.limiter.count(`${route} ${ip}`, http.getResponse());
    return true;
  }
}

@Global()
@Module({ providers: [RateLimiter], exports: [RateLimiter] })
export class RateLimitModule {}
