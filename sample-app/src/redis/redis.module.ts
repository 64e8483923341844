import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { BullMqEventQueue } from 'nestjs-pix/bullmq';
import type { ShopSettings } from '../settings/settings.js';
import { SETTINGS } from '../settings/settings.module.js';
import { ChangeBroadcast } from './change-broadcast.js';
import { connect, REDIS } from './connection.js';

/** Injects the queue of webhook events, or `null` without `REDIS_URL`. */
export const EVENT_QUEUE = Symbol('EventQueue');

/** Seconds that an event stays reserved for a worker that has died. Handlers take less than one. */
const LEASE = 10;

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
      useFactory: ({ redis }: ShopSettings) =>
        redis ? new BullMqEventQueue({ connection: { url: redis.url }, lease: LEASE }) : null,
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
