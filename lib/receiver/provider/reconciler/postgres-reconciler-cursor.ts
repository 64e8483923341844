import { objectOf, text } from '../../../errors/index.js';
import { checkStore } from '../../stores/check-store.js';
import {
  migration,
  postgresRule,
  tableName,
  type PostgresDatabase,
} from '../../stores/postgres/postgres-database.js';
import type { PixReconcilerCursor } from './pix-reconciler-cursor.js';

export interface PostgresReconcilerCursorOptions {
  /** The table, with or without its schema. Default: `pix_reconciler_cursors`. */
  table?: string | undefined;
  /** The name of the cursor; use one for each account. Default: `default`. */
  name?: string | undefined;
}

const optionsRule = objectOf<PostgresReconcilerCursorOptions>({ table: text, name: text });

/** Stores the cursor of `PixReconciler` in PostgreSQL. */
export class PostgresReconcilerCursor implements PixReconcilerCursor {
  readonly #database: PostgresDatabase;
  readonly #table: string;
  readonly #name: string;

  /** @throws ConfigurationError that lists the problems of the database and the options */
  constructor(database: PostgresDatabase, options: PostgresReconcilerCursorOptions = {}) {
    const client = { client: database, rule: postgresRule };
    checkStore('PostgresReconcilerCursor', client, options, optionsRule);
    this.#database = database;
    this.#table = tableName(options.table ?? 'pix_reconciler_cursors');
    this.#name = options.name ?? 'default';
  }

  /** Creates the table if it does not exist. Safe to call from several processes at once. */
  async migrate(): Promise<void> {
    await this.#database.query(
      migration(
        `CREATE TABLE IF NOT EXISTS ${this.#table} (name text PRIMARY KEY, place timestamptz NOT NULL)`,
      ),
    );
  }

  async load(): Promise<Date | undefined> {
    // As text, because clients parse timestamps differently.
    const { rows } = await this.#database.query(
      `SELECT (extract(epoch FROM place) * 1000)::bigint::text AS place FROM ${this.#table} WHERE name = $1`,
      [this.#name],
    );
    const [row] = rows as { place: string }[];
    return row && new Date(Number(row.place));
  }

  async save(instant: Date): Promise<void> {
    await this.#database.query(
      `INSERT INTO ${this.#table} (name, place) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET place = excluded.place`,
      [this.#name, instant.toISOString()],
    );
  }
}
