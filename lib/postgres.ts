/**
 * `nestjs-pix/postgres`: stores of the webhook receiver in PostgreSQL.
 *
 * @packageDocumentation
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
