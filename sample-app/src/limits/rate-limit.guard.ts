import {
  type CanActivate,
  type ExecutionContext,
  HttpException,
  HttpStatus,
  Inject,
  Injectable,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { REDIS } from '../redis/connection.js';
import type { ShopSettings } from '../settings/settings.js';
import { SETTINGS } from '../settings/settings.module.js';
import { toClientKey } from './client-address.js';

const MINUTE = 60;

/**
 * Limits how often a client address may call a route. The processes of a shop count together in Redis, or each for itself
 * while Redis is unavailable.
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  readonly #limiter: RateLimiterAbstract;

  constructor(
    @Inject(SETTINGS) { requestsPerMinute }: ShopSettings,
    private readonly host: HttpAdapterHost,
    @Inject(REDIS) redis: Redis | null,
  ) {
    const limit = { points: requestsPerMinute, duration: MINUTE };
    const memory = new RateLimiterMemory(limit);
    this.#limiter = redis
      ? new RateLimiterRedis({
          ...limit,
          storeClient: redis,
          keyPrefix: 'loja-ipe:limit',
          insuranceLimiter: memory,
        })
      : memory;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const { ip } = http.getRequest<{ ip: string }>();
    try {
      const route = `${context.getClass().name}.${context.getHandler().name}`;
      await this.#limiter.consume(`${route} ${toClientKey(ip)}`);
      return true;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const seconds = String(Math.ceil(refusal.msBeforeNext / 1000));
      this.host.httpAdapter.setHeader(http.getResponse(), 'Retry-After', seconds);
      throw new HttpException(
        'Muitos pedidos em pouco tempo. Tente de novo em um minuto.',
        HttpStatus.TOO_MANY_REQUESTS,
      );
    }
  }
}
