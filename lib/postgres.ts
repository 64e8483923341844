/**
 * `nestjs-pix/postgres`: stores of the webhook receiver in PostgreSQL.
 *
 * @module nestjs-pix/postgres
 */
export {
  PostgresEventStore,
  postgresEventStoreSchema,
  PostgresReconcilerCursor,
} from './receiver/index.js';
export type {
  PostgresDatabase,
  PostgresEventStoreOptions,
  PostgresReconcilerCursorOptions,
} from './receiver/index.js';
