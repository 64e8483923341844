import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { ShopSettings } from '../settings/settings.js';
import { SETTINGS } from '../settings/settings.module.js';
import { ChangeBroadcast } from './change-broadcast.js';
import { connect, openQueue, REDIS } from './connection.js';

/** Injects the queue of webhook events, or `null` without `REDIS_URL`. */
export const EVENT_QUEUE = Symbol('EventQueue');

/** Redis, which the processes of one shop share. */
@Global()
@Module({
  providers: [
    {
      provide: REDIS,
      inject: [SETTINGS],
      useFactory: ({ redis }: ShopSettings) => (redis ? connect(redis.url) : null),
    },
    {
      provide: EVENT_QUEUE,
      inject: [SETTINGS],
      useFactory: ({ redis }: ShopSettings) => (redis ? openQueue(redis.url) : null),
    },
    ChangeBroadcast,
  ],
  exports: [REDIS, EVENT_QUEUE, ChangeBroadcast],
})
export class RedisModule implements OnApplicationShutdown {
  constructor(@Inject(REDIS) private readonly redis: Redis | null) {}

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }
}
