import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';

/** Injects the connection to Redis, or `null` without `REDIS_URL`. */
export const REDIS = Symbol('Redis');

/** Milliseconds after which a command fails, so that no customer waits for a Redis that is down. */
const COMMAND_TIMEOUT = 1_000;

export function connect(url: string): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: 1, commandTimeout: COMMAND_TIMEOUT });
  reportOutages(redis);
  return redis;
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
