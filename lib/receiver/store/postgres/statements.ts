import { tableName } from './postgres-database.js';

/** Milliseconds as an interval, by the server's clock alone: the processes' own may differ. */
const milliseconds = (parameter: string) => `make_interval(secs => ${parameter}::float8 / 1000)`;

/** @internal */
export function postgresStatements(table: string) {
  const name = tableName(table);
  return {
    /**
     * Takes a key that is new or whose lease has ended, and says how it stood. The insert decides, and locks the row, so
     * of many callers one takes it; a key that is done is not even locked. What was known is read as of the statement's
     * start: a row that it does not show is somebody's who came at the same time, and is running.
     */
    begin: `
      WITH known AS (
        SELECT completed_at IS NOT NULL AS done FROM ${name} WHERE key = $1
      ), taken AS (
        INSERT INTO ${name} AS event (key, owner, lease_until)
        SELECT $1::text, $2::uuid, now() + ${milliseconds('$3')}
        WHERE NOT EXISTS (SELECT FROM known WHERE done)
        ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, lease_until = excluded.lease_until
        WHERE event.completed_at IS NULL AND event.lease_until < now()
        RETURNING key
      )
      SELECT EXISTS (SELECT FROM taken) AS taken, (SELECT done FROM known) AS done`,
    /** Also when the lease was lost meanwhile: the handler did succeed. */
    complete: `
      INSERT INTO ${name} AS event (key, completed_at) VALUES ($1, now())
      ON CONFLICT (key) DO UPDATE SET owner = NULL, lease_until = NULL, completed_at = now()
      WHERE event.completed_at IS NULL`,
    release: `DELETE FROM ${name} WHERE key = $1 AND owner = $2 AND completed_at IS NULL`,
    renew: `
      UPDATE ${name} SET lease_until = now() + ${milliseconds('$3')}
      WHERE key = ANY ($1::text[]) AND owner = $2 AND completed_at IS NULL`,
    purge: `
      WITH purged AS (
        DELETE FROM ${name} WHERE completed_at < now() - ${milliseconds('$1')} RETURNING 1
      )
      SELECT count(*)::int AS purged FROM purged`,
  } as const;
}

export type PostgresStatements = ReturnType<typeof postgresStatements>;
