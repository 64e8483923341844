import type { Redis } from 'ioredis';
import type { PixModuleOptions } from 'nestjs-pix';
import { RedisTokenStore } from 'nestjs-pix/redis';
import type { Bank } from '../bank/bank.js';
import type { ShopSettings } from '../settings/settings.js';

/** Seconds that a customer waits for the bank at most. The settlement finds the outcome later. */
const DEADLINE = 10;

/** Returns the options of `PixModule`. With Redis, all processes share access tokens and the bank's rate limits. */
export function sharedPixOptions(
  { pix: given }: Bank,
  { redis: settings }: ShopSettings,
  redis: Redis | null,
): PixModuleOptions {
  const pix = { deadline: DEADLINE, ...given };
  if (!redis) return pix;
  const encryptionKey = settings?.tokenKey;
  return {
    ...pix,
    rateLimit: { whenExceeded: 'wait', store: { client: redis, keyPrefix: 'loja-ipe:pix-limit' } },
    ...(encryptionKey !== undefined && {
      tokenStore: new RedisTokenStore(redis, { encryptionKey, prefix: 'loja-ipe:' }),
    }),
  };
}
