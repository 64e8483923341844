import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Redis } from 'ioredis';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { REDIS } from '../redis/connection.js';
import type { ShopSettings } from '../settings/settings.js';
import { SETTINGS } from '../settings/settings.module.js';
import { toClientKey } from './client-address.js';
import { consume, createLimiter } from './limiter.js';

const MINUTE = 60;
const REFUSAL = 'Muitos pedidos em pouco tempo. Tente de novo em um minuto.';

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
    const limit = { points: requestsPerMinute, duration: MINUTE, keyPrefix: 'loja-ipe:limit' };
    this.#limiter = createLimiter(limit, redis);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const { ip } = http.getRequest<{ ip: string }>();
    const route = `${context.getClass().name}.${context.getHandler().name}`;
    await consume(this.#limiter, `${route} ${toClientKey(ip)}`, REFUSAL, (seconds) => {
      this.host.httpAdapter.setHeader(http.getResponse(), 'Retry-After', seconds);
    });
    return true;
  }
}
