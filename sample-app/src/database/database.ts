import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { SQL } from 'drizzle-orm';
import { drizzle as overPostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as overPglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import { PostgresLedgerStore } from 'nestjs-pix/ledger';
import {
  type PostgresDatabase,
  PostgresEventStore,
  PostgresReconcilerCursor,
} from 'nestjs-pix/postgres';
import { Client } from 'pg';
import type { DatabaseSettings, ShopSettings } from '../settings/settings.js';
import { SETTINGS } from '../settings/settings.module.js';
import { clientOptions, openOrm, openPool } from './postgres-pool.js';

/** The common type of both drivers. Other files do not depend on the driver. */
export type Orm = PgDatabase<PgQueryResultHKT>;

export type OrmTransaction = Parameters<Parameters<Orm['transaction']>[0]>[0];

/** The format of `to_char` for instants in responses: RFC 3339 with milliseconds, of a time in UTC. */
export const INSTANT = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';

/** Seconds that an event stays reserved for a process that has died. Handlers take less than one. */
const EVENT_LEASE = 10;

const migrationsFolder = join(import.meta.dirname, '../../drizzle');

/**
 * An open, migrated database: the tables of the shop, and those of the library next to them, so that one transaction
 * writes both.
 */
export class Database {
  /** The charges, their payments and refunds. */
  readonly ledger: PostgresLedgerStore;
  /** The events of the webhook that were handled. */
  readonly events: PostgresEventStore;
  /** The instant up to which received payments were searched for. */
  readonly cursor: PostgresReconcilerCursor;

  private constructor(
    readonly orm: Orm,
    client: PostgresDatabase,
    readonly close: () => Promise<void>,
    encryptionKey?: string,
  ) {
    this.ledger = new PostgresLedgerStore(client);
    this.events = new PostgresEventStore(client, { lease: EVENT_LEASE });
    this.cursor = new PostgresReconcilerCursor(client, { encryptionKey });
  }

  /** Runs a statement of a report, and returns its rows. */
  async rows<Row>(statement: SQL): Promise<Row[]> {
    // Both drivers return an object with rows, which the common type does not tell.
    const result: unknown = await this.orm.execute(statement);
    return (result as { readonly rows: Row[] }).rows;
  }

  /** @param key encrypts items of the bank that cannot be read as payments */
  static async open(settings: DatabaseSettings, key?: string): Promise<Database> {
    const database = await ('url' in settings
      ? Database.#onServer(settings.url, key)
      : Database.#embedded(settings.directory, key));
    await database.ledger.migrate();
    await database.events.migrate();
    await database.cursor.migrate();
    return database;
  }

  /** PostgreSQL inside this process: in memory with `memory://`, or kept in a directory. */
  static async #embedded(directory: string, key?: string): Promise<Database> {
    if (!directory.includes('://')) await mkdir(directory, { recursive: true });
    const client = await PGlite.create(directory);
    const orm = overPglite(client);
    await migratePglite(orm, { migrationsFolder });
    return new Database(orm, client, () => client.close(), key);
  }

  static async #onServer(url: string, key?: string): Promise<Database> {
    await migrateOnce(url);
    const pool = openPool(url);
    return new Database(openOrm(pool), pool, () => pool.end(), key);
  }
}

/** Key of an advisory lock; an arbitrary number that other applications on the server do not use. */
const MIGRATION_LOCK = 7_046_391;

const ignore = () => undefined;

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

@Global()
@Module({
  providers: [
    {
      provide: Database,
      inject: [SETTINGS],
      useFactory: (settings: ShopSettings) =>
        Database.open(settings.database, settings.redis?.tokenKey),
    },
  ],
  exports: [Database],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(private readonly database: Database) {}

  /** Runs after the HTTP servers have stopped, so that no request loses its database. */
  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
