import type { Redis } from 'ioredis';
import type { PixModuleOptions } from 'nestjs-pix';
import { RedisTokenStore } from 'nestjs-pix/redis';
import type { Bank } from '../bank/bank.js';
import type { ShopSettings } from '../settings/settings.js';

/** Returns the options of `PixModule`. With Redis, all processes share access tokens and the bank's rate limits. */
export function sharedPixOptions(
  { pix }: Bank,
  { redis: settings }: ShopSettings,
  redis: Redis | null,
): PixModuleOptions {
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
