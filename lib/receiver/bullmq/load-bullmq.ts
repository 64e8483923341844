import type * as bullmq from 'bullmq';
import { ConfigurationError } from '../../errors/index.js';

export type BullMq = typeof bullmq;

/**
 * Loads the optional package when a queue is first used.
 *
 * @throws ConfigurationError if it is not installed
 */
export async function loadBullMq(
  load: () => Promise<BullMq> = () => import('bullmq'),
): Promise<BullMq> {
  try {
    return await load();
  } catch (cause) {
    // Checks the error code and module: an error that bullmq itself throws while loading is
    // rethrown.
    const { code, message } = cause as { code?: string; message?: string };
    if (!code?.endsWith('MODULE_NOT_FOUND') || !message?.includes('bullmq')) throw cause;
    throw new ConfigurationError(
      'BullMqEventQueue requires the package bullmq and a Redis client: npm install bullmq ioredis',
      { cause },
    );
  }
}
