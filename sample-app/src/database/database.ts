import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as overPostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as overPglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import {
  type PostgresDatabase,
  PostgresEventStore,
  PostgresReconcilerCursor,
} from 'nestjs-pix/postgres';
import { Client, type Pool, type PoolClient } from 'pg';
import type { DatabaseSettings } from '../settings/settings.js';
import { clientOptions, openOrm, openPool } from './postgres-pool.js';
import * as schema from './schema.js';

/** The common type of both drivers. Other files do not depend on the driver. */
export type Orm = PgDatabase<PgQueryResultHKT, typeof schema>;

export type OrmTransaction = Parameters<Parameters<Orm['transaction']>[0]>[0];

/** Seconds that an event stays reserved for a process that has died. Handlers take less than one. */
const EVENT_LEASE = 10;

const migrationsFolder = join(import.meta.dirname, '../../drizzle');

/** An open, migrated database. */
export class Database {
  /** Records handled webhook events, in the transaction that changes their order. */
  readonly events: PostgresEventStore;
  /** The instant up to which received payments are reconciled. */
  readonly cursor: PostgresReconcilerCursor;

  private constructor(
    readonly orm: Orm,
    client: PostgresDatabase,
    readonly close: () => Promise<void>,
    /** Absent in the embedded database, which has one process. */
    private readonly pool?: Pool,
  ) {
    this.events = new PostgresEventStore(client, { lease: EVENT_LEASE });
    this.cursor = new PostgresReconcilerCursor(client);
  }

  /**
   * Runs `work` unless another process runs work under the same key. The lock belongs to a connection: it is free again
   * when the process that holds it ends, however it ends.
   *
   * @returns whether it ran
   */
  async runExclusively(key: number, work: () => Promise<void>): Promise<boolean> {
    if (!this.pool) {
      await work();
      return true;
    }
    const client = await this.pool.connect();
    // A connection that breaks during the work must not end the process.
    client.on('error', ignore);
    let broken: Error | undefined;
    const note = (error: unknown) => {
      broken = error as Error;
    };
    try {
      const locked = await tryLock(client, key).catch((error: unknown) => {
        note(error);
        throw error;
      });
      if (!locked) return false;
      try {
        await work();
        return true;
      } finally {
        await client.query('SELECT pg_advisory_unlock($1)', [key]).catch(note);
      }
    } finally {
      client.off('error', ignore);
      client.release(broken);
    }
  }

  static async open(settings: DatabaseSettings): Promise<Database> {
    const database = await ('url' in settings
      ? Database.#onServer(settings.url)
      : Database.#embedded(settings.directory));
    await database.events.migrate();
    await database.cursor.migrate();
    return database;
  }

  /** PostgreSQL inside this process: in memory with `memory://`, or kept in a directory. */
  static async #embedded(directory: string): Promise<Database> {
    if (!directory.includes('://')) await mkdir(directory, { recursive: true });
    const client = await PGlite.create(directory);
    const orm = overPglite(client, { schema });
    await migratePglite(orm, { migrationsFolder });
    return new Database(orm, client, () => client.close());
  }

  static async #onServer(url: string): Promise<Database> {
    await migrateOnce(url);
    const pool = openPool(url);
    return new Database(openOrm(pool), pool, () => pool.end(), pool);
  }
}

/** Keys of advisory locks; arbitrary numbers that other applications on the server do not use. */
const MIGRATION_LOCK = 7_046_391;
export const SETTLEMENT_LOCK = 7_046_392;
export const INVOICE_SETTLEMENT_LOCK = 7_046_393;
export const SUBSCRIPTION_SETTLEMENT_LOCK = 7_046_394;

const ignore = () => undefined;

async function tryLock(client: PoolClient, key: number): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'SELECT pg_try_advisory_lock($1) AS locked',
    [key],
  );
  return rows[0]?.locked === true;
}

/** Processes that start together on a new database wait for the one that migrates it. */
async function migrateOnce(url: string): Promise<void> {
  const client = new Client(clientOptions(url));
  client.on('error', ignore);
  try {
    await connect(client);
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migratePostgres(overPostgres(client), { migrationsFolder });
  } finally {
    // Ends the session, and the lock with it.
    await client.end().catch(ignore);
  }
}

async function connect(client: Client): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    throw new DatabaseUnavailable((error as { code?: string }).code, { cause: error });
  }
}

/** The server of DATABASE_URL refuses the connection. The message does not contain the address. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(code: string | undefined, options: ErrorOptions) {
    super(
      `The server of DATABASE_URL cannot be reached (${code ?? 'unknown reason'}). ` +
        'Check that it runs, and the host, database and password of the address.',
      options,
    );
  }
}
