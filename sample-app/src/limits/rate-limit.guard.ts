import {
  type CanActivate,
  type ExecutionContext,
  HttpException,
  HttpStatus,
  Inject,
  Injectable,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { ShopSettings } from '../settings/settings.js';
import { SETTINGS } from '../settings/settings.module.js';
import { toClientKey } from './client-address.js';

const MINUTE = 60;

/** Limits how often a client address may call a route. Each process has its own counters. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  readonly #limiter: RateLimiterMemory;

  constructor(
    @Inject(SETTINGS) { requestsPerMinute }: ShopSettings,
    private readonly host: HttpAdapterHost,
  ) {
    this.#limiter = new RateLimiterMemory({ points: requestsPerMinute, duration: MINUTE });
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const { ip } = http.getRequest<{ ip: string }>();
    try {
      await this.#limiter.consume(`${context.getHandler().name} ${toClientKey(ip)}`);
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
