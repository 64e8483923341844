import type { Logger } from '@nestjs/common';
import { InMemoryEventStore } from './in-memory-event-store.js';
import type { PixEventStore } from './pix-event-store.js';

/**
 * Warns in production that the in-memory store loses its records when the process ends.
 * @internal
 */
export function warnAboutInMemoryStore(
  store: PixEventStore,
  logger: Pick<Logger, 'warn'>,
  environment = process.env.NODE_ENV,
): void {
  if (environment !== 'production' || !(store instanceof InMemoryEventStore)) return;
  logger.warn(
    'The in-memory event store loses its records on every restart, so a repeated notification runs ' +
      'its handlers again, and it is not shared between processes: set `store` to a PostgresEventStore or a RedisEventStore',
  );
}
