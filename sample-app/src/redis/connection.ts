import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { BullMqEventQueue } from 'nestjs-pix/bullmq';

/** Injects the connection to Redis, or `null` without `REDIS_URL`. */
export const REDIS = Symbol('Redis');

/** Seconds that an event stays reserved for a worker that has died. Handlers take less than one. */
const LEASE = 10;

/** Milliseconds after which a command fails, so that no customer waits for a Redis that is down. */
const COMMAND_TIMEOUT = 1_000;

/**
 * Milliseconds after which a connection is replaced that does not answer a command: Redis has vanished without closing it, as
 * in a failover. Longer than the commands of BullMQ that wait for a job.
 */
const SOCKET_TIMEOUT = 15_000;

/** Milliseconds until an idle connection, such as that of a subscriber, is probed. */
const KEEP_ALIVE = 30_000;

export function connect(url: string): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    commandTimeout: COMMAND_TIMEOUT,
    socketTimeout: SOCKET_TIMEOUT,
    keepAlive: KEEP_ALIVE,
  });
  reportOutages(redis);
  return redis;
}

/** Returns the queue of webhook events. */
export function openQueue(url: string): BullMqEventQueue {
  const connection = { url, socketTimeout: SOCKET_TIMEOUT, keepAlive: KEEP_ALIVE };
  return new BullMqEventQueue({ connection, lease: LEASE });
}

/** Logs the beginning of an outage and its end. Without a listener, an outage would end the process. */
export function reportOutages(redis: Redis): void {
  const logger = new Logger('Redis');
  let isDown = false;
  redis.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (!isDown) logger.warn(`Redis is unavailable: ${code ?? message}`);
    isDown = true;
  });
  redis.on('ready', () => {
    if (isDown) logger.log('Redis is available again');
    isDown = false;
  });
}
