import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as overPostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as overPglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import { Pool } from 'pg';
import type { DatabaseSettings } from '../settings/settings.js';
import * as schema from './schema.js';

/** The same queries run on both drivers: nothing above this file knows which one it talks to. */
export type Orm = PgDatabase<PgQueryResultHKT, typeof schema>;

const migrationsFolder = join(import.meta.dirname, '../../drizzle');

/** An open, migrated database. */
export class Database {
  private constructor(
    readonly orm: Orm,
    readonly close: () => Promise<void>,
  ) {}

  static open(settings: DatabaseSettings): Promise<Database> {
    return 'url' in settings
      ? Database.onServer(settings.url)
      : Database.embedded(settings.directory);
  }

  /** PostgreSQL inside this process: in memory with `memory://`, or kept in a directory. */
  private static async embedded(directory: string): Promise<Database> {
    const client = await PGlite.create(directory);
    const orm = overPglite(client, { schema });
    await migratePglite(orm, { migrationsFolder });
    return new Database(orm, () => client.close());
  }

  private static async onServer(url: string): Promise<Database> {
    const pool = new Pool({ connectionString: url, application_name: 'nestjs-pix sample-app' });
    // An idle connection that breaks is replaced by the pool; without a listener it ends the process.
    pool.on('error', () => undefined);
    const orm = overPostgres(pool, { schema });
    try {
      await migratePostgres(orm, { migrationsFolder });
    } catch (error) {
      await pool.end();
      throw error;
    }
    return new Database(orm, () => pool.end());
  }
}
