import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Redis } from 'ioredis';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { consume, createLimiter } from '../../limits/limiter.js';
import { REDIS } from '../../redis/connection.js';

/** Wrong passwords that an account accepts in a period, from all addresses together. */
export const WRONG_PASSWORDS = 10;

/** Seconds of the period, which begins with the first wrong password. */
const PERIOD = 15 * 60;

const REFUSAL = 'Muitas senhas erradas. Tente de novo em alguns minutos.';

/** Limits how often the password of one account can be guessed, from whatever address. */
@Injectable()
export class LoginLimits {
  readonly #limiter: RateLimiterAbstract;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(REDIS) redis: Redis | null,
  ) {
    const limit = { points: WRONG_PASSWORDS, duration: PERIOD, keyPrefix: 'loja-ipe:senha' };
    this.#limiter = createLimiter(limit, redis);
  }

  /**
   * Checks a password, unless too many were wrong. It counts before it is checked, so that attempts at the same time do not
   * exceed the limit, and no longer if it is right.
   *
   * @param subject whose attempts are counted together. Only its hash is stored: it may be what was typed
   * @param isRight checks the password
   * @throws HttpException 429 when too many were wrong
   */
  async check(
    subject: string,
    response: object,
    isRight: () => Promise<boolean>,
  ): Promise<boolean> {
    const key = createHash('sha256').update(subject).digest('base64url');
    await consume(this.#limiter, key, REFUSAL, (seconds) => {
      this.host.httpAdapter.setHeader(response, 'Retry-After', seconds);
    });
    if (!(await isRight())) return false;
    await this.#limiter.reward(key);
    return true;
  }
}
