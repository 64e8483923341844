import { migration, tableName } from './postgres-database.js';

/**
 * The statement that creates the table of `PostgresEventStore`, or adds the columns that an earlier version did not have;
 * for a migration of your own. It can run any number of times.
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
    completed_at timestamptz,
    fence bigint NOT NULL DEFAULT 0,
    digest text
  )`,
    // ALTER TABLE waits for every transaction that uses the table, also when there is nothing to add.
    `IF NOT EXISTS (
    SELECT FROM pg_attribute WHERE attrelid = to_regclass('${name}') AND attname = 'digest'
  ) THEN
    ALTER TABLE ${name}
      ADD COLUMN IF NOT EXISTS fence bigint NOT NULL DEFAULT 0,
      ADD COLUMN IF NOT EXISTS digest text;
  END IF`,
    `CREATE INDEX IF NOT EXISTS ${index} ON ${name} (completed_at) WHERE completed_at IS NOT NULL`,
  );
}
