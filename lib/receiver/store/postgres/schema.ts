import { migration, tableName } from './postgres-database.js';

/**
 * The statement that makes the table of `PostgresEventStore` when it is not there yet, for a migration of your own.
 *
 * @throws ConfigurationError on a bad table name
 */
export function postgresEventStoreSchema(table = 'pix_webhook_events'): string {
  const name = tableName(table);
  const index = tableName(`${table.replace(/^.*\./, '').slice(0, 48)}_completed_at`);
  return migration(
    `CREATE TABLE IF NOT EXISTS ${name} (
    key text PRIMARY KEY,
    owner uuid,
    lease_until timestamptz,
    begun_at timestamptz NOT NULL DEFAULT now(),
    completed_at timestamptz
  )`,
    `CREATE INDEX IF NOT EXISTS ${index} ON ${name} (completed_at) WHERE completed_at IS NOT NULL`,
  );
}
