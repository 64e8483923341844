import { migration, tableName } from './postgres-database.js';

/**
 * Returns the statement that creates the table of `PostgresEventStore`, or adds columns that are
 * missing in tables of earlier versions. Use it in your own migration. It is idempotent.
 *
 * @throws ConfigurationError on an invalid table name
 */
export function postgresEventStoreSchema(table = 'pix_webhook_events'): string {
  const name = tableName(table);
  const prefix = table.replace(/.*\./, '').slice(0, 48);
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
    // ALTER TABLE and CREATE INDEX wait for every transaction that uses the table, even if there is nothing to add, and
    // handlers wait for them.
    `IF NOT EXISTS (
    SELECT FROM pg_attribute WHERE attrelid = to_regclass('${name}') AND attname = 'digest'
  ) THEN
    ALTER TABLE ${name}
      ADD COLUMN IF NOT EXISTS fence bigint NOT NULL DEFAULT 0,
      ADD COLUMN IF NOT EXISTS digest text;
  END IF`,
    ...(['completed_at', 'begun_at'] as const).map((column) => {
      const index = `${prefix}_${column}`;
      return `IF NOT EXISTS (
    SELECT FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE indrelid = to_regclass('${name}') AND relname = '${index}'
  ) THEN
    CREATE INDEX IF NOT EXISTS ${tableName(index)} ON ${name} (${column})
      WHERE completed_at IS ${column === 'completed_at' ? 'NOT NULL' : 'NULL'};
  END IF`;
    }),
  );
}
