import { Module } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { PixModule, type PixModuleOptions } from 'nestjs-pix';
import { PixLedgerModule } from 'nestjs-pix/ledger';
import { RedisTokenStore } from 'nestjs-pix/redis';
import { BANK, type Bank } from '../bank/bank.module.js';
import { Database } from '../database/database.js';
import { REDIS } from '../redis/redis.module.js';
import type { ShopSettings } from '../settings/settings.js';
import { SETTINGS } from '../settings/settings.module.js';

/** Seconds that a call to the bank may take. The ledger finds out what became of it. */
const DEADLINE = 10;

/** The client of the bank, and the ledger of its charges. */
@Module({
  imports: [
    PixModule.forRootAsync({
      isGlobal: true,
      inject: [BANK, SETTINGS, REDIS],
      useFactory: pixOptions,
    }),
    PixLedgerModule.forRootAsync({
      isGlobal: true,
      inject: [BANK, SETTINGS, Database],
      useFactory: ({ chave }: Bank, { role }: ShopSettings, { ledger: store }: Database) => ({
        store,
        chave,
        deadline: DEADLINE,
        // The receiver has read what it reports at the bank: see webhook.module.ts.
        trustEvents: true,
        work: role !== 'web',
      }),
    }),
  ],
})
export class LedgerModule {}

/** With Redis, all processes share access tokens and the bank's rate limits. */
function pixOptions(
  { pix: bank }: Bank,
  { redis: settings }: ShopSettings,
  redis: Redis | null,
): PixModuleOptions {
  const pix = { deadline: DEADLINE, ...bank };
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
