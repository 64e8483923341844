// The statements of the event store in PostgreSQL.

import { ConfigurationError } from '../../errors/index.js';
import { withMethods } from '../../options/index.js';
import type { RunStatement } from '../stores/event-store.js';

/** The rule of an argument that is a {@link PostgresDatabase}. */
export const postgresRule = withMethods(
  'a PostgreSQL client with the method query, such as a Pool of pg',
  ['query'],
);

/**
 * The part of a PostgreSQL client that the stores use: a `Pool` of `pg`, a PGlite, or any object
 * with this method.
 */
export interface PostgresDatabase {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/**
 * Quotes a table name for use in a statement, with its schema if there is one.
 *
 * @throws ConfigurationError if the name contains anything but lower-case letters, digits and
 * underscores
 */
export function tableName(name: string): string {
  // Untyped configuration may contain another type.
  const parts = typeof name === 'string' ? name.split('.') : [''];
  if (parts.length > 2 || parts.some((part) => !/^[a-z_][a-z0-9_]{0,62}$/.test(part))) {
    throw new ConfigurationError(
      `${typeof name === 'string' ? JSON.stringify(name) : 'table'} is not a valid table name: use lower-case letters, digits and underscores, with or without a schema.`,
    );
  }
  return parts.map((part) => `"${part}"`).join('.');
}

/**
 * Builds one statement that creates missing tables and indexes. Uses a lock, because `IF NOT
 * EXISTS` fails if two processes create the same table at the same time.
 */
export function migration(...statements: readonly string[]): string {
  return [
    'DO $$ BEGIN',
    `  PERFORM pg_advisory_xact_lock(hashtext('nestjs-pix'));`,
    ...statements.map((statement) => `  ${statement};`),
    'END $$',
  ].join('\n');
}

/**
 * Returns the statement that creates the table of `PostgresEventStore`. Use it in your own migration.
 * It is idempotent.
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
    // CREATE INDEX waits for every transaction that uses the table, even if the index exists, and handlers wait for it.
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

/**
 * Converts milliseconds to an interval for the server's clock; the clocks of the processes may
 * differ.
 */
const milliseconds = (parameter: string) => `make_interval(secs => ${parameter}::float8 / 1000)`;

/**
 * Microseconds since the epoch: a fencing number that grows even if the row of a key was deleted in
 * between, and that is exact as a JavaScript number.
 */
const CLOCK = 'floor(extract(epoch FROM clock_timestamp()) * 1000000)::bigint';

/**
 * $1 keys, $2 digests, $3 owner, $4 lease. Takes the keys that are new or whose lease has ended,
 * and reports the state of each. The insert decides between concurrent callers. `known` is read as
 * of the statement's start: a row that it does not show was inserted in the meantime and is
 * running.
 *
 * Its commit is not flushed to disk immediately; that of the completion is, and the response to the
 * provider depends only on the completion. If a crash of PostgreSQL loses a claim, the effect is
 * that of a lease that ended early: the handler may run again, and completeIn() rejects for the
 * lost claim.
 */
function claimStatement(name: string): string {
  return `
    WITH asked AS (
      SELECT * FROM unnest($1::text[], $2::text[]) AS asked (key, digest)
    ), known AS (
      SELECT event.key, event.completed_at IS NOT NULL AS done, event.digest
      FROM ${name} AS event WHERE event.key = ANY ($1::text[])
    ), free AS (
      SELECT event.key FROM ${name} AS event
      WHERE event.key = ANY ($1::text[]) AND event.completed_at IS NULL AND event.lease_until < now()
      ORDER BY event.key FOR UPDATE SKIP LOCKED
    ), retaken AS (
      UPDATE ${name} AS event
      SET owner = $3::uuid, lease_until = now() + ${milliseconds('$4')},
        fence = greatest(event.fence + 1, ${CLOCK}), digest = asked.digest
      FROM free JOIN asked ON asked.key = free.key
      WHERE event.key = free.key
      RETURNING event.key, event.fence
    ), inserted AS (
      INSERT INTO ${name} (key, owner, lease_until, fence, digest)
      SELECT asked.key, $3::uuid, now() + ${milliseconds('$4')}, ${CLOCK}, asked.digest
      FROM asked WHERE NOT EXISTS (SELECT FROM known WHERE known.key = asked.key)
      ORDER BY asked.key
      ON CONFLICT (key) DO NOTHING
      RETURNING key, fence
    )
    SELECT asked.key, coalesce(inserted.fence, retaken.fence)::text AS fence, known.done, known.digest,
      known.key IS NOT NULL AS known, set_config('synchronous_commit', 'off', true)
    FROM asked
    LEFT JOIN known ON known.key = asked.key
    LEFT JOIN retaken ON retaken.key = asked.key
    LEFT JOIN inserted ON inserted.key = asked.key`;
}

/** The list of keys makes the planner delete by the primary key, whatever it expects of the table. */
function purgeStatement(name: string, column: 'completed_at' | 'begun_at', condition: string) {
  return `
    WITH purged AS (
      DELETE FROM ${name} WHERE key = ANY (ARRAY(
        SELECT key FROM ${name}
        WHERE ${column} < now() - ${milliseconds('$1')} AND ${condition}
        ORDER BY ${column} LIMIT $2 FOR UPDATE SKIP LOCKED
      ))
      RETURNING 1
    )
    SELECT count(*)::int AS purged FROM purged`;
}

/**
 * The statements of `PostgresEventStore`. Statements for several keys lock rows in the order of the
 * keys, which prevents deadlocks, and skip rows that are locked: a handler's transaction locks the
 * row of its own event (`completeIn`) and must not block the others.
 */
export function postgresStatements(table: string) {
  const name = tableName(table);
  return {
    claim: claimStatement(name),
    /** $1 keys, $2 fences, $3 owner. Completes the keys that are still held and returns them. */
    completeHeld: `
      WITH held AS (
        SELECT key, fence FROM ${name}
        WHERE key = ANY ($1::text[]) AND owner = $3::uuid AND completed_at IS NULL
        ORDER BY key FOR UPDATE SKIP LOCKED
      )
      UPDATE ${name} AS event SET owner = NULL, lease_until = NULL, completed_at = now()
      FROM held JOIN unnest($1::text[], $2::text[]) AS asked (key, fence)
        ON asked.key = held.key AND asked.fence::bigint = held.fence
      WHERE event.key = held.key
      RETURNING event.key`,
    /** $1 key. Also completes a key whose lease was lost: the handler has succeeded. */
    complete: `
      INSERT INTO ${name} AS event (key, completed_at) VALUES ($1, now())
      ON CONFLICT (key) DO UPDATE SET owner = NULL, lease_until = NULL, completed_at = now()
      WHERE event.completed_at IS NULL`,
    /** Completes a claim in a transaction. Without parameters, because libraries pass them differently. */
    completeIn: (key: string, owner: string, fence: number) => `
      WITH completed AS (
        UPDATE ${name} SET owner = NULL, lease_until = NULL, completed_at = now()
        WHERE key = ${textLiteral(key)} AND owner = '${owner}'::uuid AND fence = ${BigInt(fence)}
          AND completed_at IS NULL
        RETURNING 1
      )
      SELECT count(*)::int AS completed FROM completed`,
    /** $1 keys. Returns those that are completed. */
    completed: `SELECT key FROM ${name} WHERE key = ANY ($1::text[]) AND completed_at IS NOT NULL`,
    /**
     * $1 key, $2 fence. Waits for the transaction that holds the row, and returns whether the claim
     * with this fence is completed.
     */
    ownCompletion: `
      SELECT completed_at IS NOT NULL AND fence = $2::bigint AS completed
      FROM ${name} WHERE key = $1 FOR SHARE`,
    /** $1 key, $2 owner, $3 fence or null. The row stays, with its fence and digest. */
    release: `
      UPDATE ${name} SET owner = NULL, lease_until = '-infinity'
      WHERE key = $1 AND owner = $2::uuid AND completed_at IS NULL
        AND ($3::text IS NULL OR fence = $3::bigint)`,
    /**
     * $1 keys, $2 owner, $3 lease. Returns the state of each; a locked row is not renewed, but
     * cannot be taken either.
     */
    renew: `
      WITH held AS (
        SELECT key FROM ${name}
        WHERE key = ANY ($1::text[]) AND owner = $2::uuid AND completed_at IS NULL
        ORDER BY key FOR UPDATE SKIP LOCKED
      ), renewed AS (
        UPDATE ${name} AS event SET lease_until = now() + ${milliseconds('$3')}
        FROM held WHERE event.key = held.key
      )
      SELECT key, fence::text AS fence, owner = $2::uuid AS mine, completed_at IS NOT NULL AS done
      FROM ${name} WHERE key = ANY ($1::text[])`,
    /**
     * $1 ttl, $2 how many. Each deletes the rows that were completed, or begun and abandoned, longer
     * ago than that, and reads them from an index of its own.
     */
    purges: [
      purgeStatement(name, 'completed_at', 'completed_at IS NOT NULL'),
      purgeStatement(name, 'begun_at', 'completed_at IS NULL AND lease_until < now()'),
    ],
  } as const;
}

export type PostgresStatements = ReturnType<typeof postgresStatements>;

/**
 * Writes text as a constant of SQL in which only what neither PostgreSQL nor the application's library
 * interprets stands for itself.
 */
export function textLiteral(text: string): string {
  return `E'${text.replace(/[^\w {}[\]",./+=-]/g, escape)}'`;
}

/** The escapes of the characters that were written before. */
const escapes: Record<string, string> = {};
const escape = (unit: string) =>
  (escapes[unit] ??= `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Fails outside of a transaction, where a statement would be committed alone, even if the handler fails.
 *
 * @param table its quoted name
 * @param problem the beginning of the error's message
 * @throws ConfigurationError if the client is not in a transaction
 */
export async function assertInTransaction(
  run: RunStatement,
  table: string,
  problem: string,
): Promise<void> {
  try {
    await run(`LOCK TABLE ${table} IN ROW EXCLUSIVE MODE`);
  } catch (error) {
    if (!isOutsideOfTransaction(error)) throw error;
    throw new ConfigurationError(
      `${problem}: begin one, and pass its client (not the pool, the ` +
        'DataSource or the PrismaClient).',
      { cause: error },
    );
  }
}

/** Whether the error has SQLSTATE 25P01, in any library's representation. */
function isOutsideOfTransaction(error: unknown): boolean {
  let current: unknown = error;
  for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth += 1) {
    const { code, message, meta, cause } = current as Record<string, unknown>;
    if (code === '25P01' || JSON.stringify(meta ?? '').includes('25P01')) return true;
    if (typeof message === 'string' && message.includes('25P01')) return true;
    current = cause;
  }
  return false;
}
