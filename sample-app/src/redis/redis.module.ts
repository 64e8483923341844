import { Global, Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { BullMqEventQueue } from 'nestjs-pix/bullmq';
import type { RedisSettings, ShopSettings } from '../settings/settings.js';
import { SETTINGS } from '../settings/settings.module.js';

/** Injects the connection to Redis, or `null` without `REDIS_URL`. */
export const REDIS = Symbol('Redis');

/** Injects the queue of webhook events, or `null` without `REDIS_URL`. */
export const EVENT_QUEUE = Symbol('EventQueue');

/** Seconds that an event stays reserved for a worker that has died. Handlers take less than one. */
const LEASE = 10;

/** Milliseconds after which a command fails, so that no customer waits for a Redis that is down. */
const COMMAND_TIMEOUT = 1_000;

/**
 * Milliseconds after which a connection is replaced that does not answer: Redis has vanished without closing it, as in a
 * failover. Longer than the commands of BullMQ that wait for a job.
 */
const SOCKET_TIMEOUT = 15_000;

/** Milliseconds until an idle connection is probed. */
const KEEP_ALIVE = 30_000;

export function connect(url: string): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    commandTimeout: COMMAND_TIMEOUT,
    socketTimeout: SOCKET_TIMEOUT,
    keepAlive: KEEP_ALIVE,
  });
  const logger = new Logger('Redis');
  let isDown = false;
  // Without a listener, an outage would end the process.
  redis.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (!isDown) logger.warn(`Redis is unavailable: ${code ?? message}`);
    isDown = true;
  });
  redis.on('ready', () => {
    if (isDown) logger.log('Redis is available again');
    isDown = false;
  });
  return redis;
}

export function openQueue({ url, tokenKey: encryptionKey }: RedisSettings): BullMqEventQueue {
  const connection = { url, socketTimeout: SOCKET_TIMEOUT, keepAlive: KEEP_ALIVE };
  return new BullMqEventQueue({ connection, encryptionKey, lease: LEASE });
}

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
      useFactory: ({ redis }: ShopSettings) => (redis ? openQueue(redis) : null),
    },
  ],
  exports: [REDIS, EVENT_QUEUE],
})
export class RedisModule implements OnApplicationShutdown {
  constructor(@Inject(REDIS) private readonly redis: Redis | null) {}

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }
}
