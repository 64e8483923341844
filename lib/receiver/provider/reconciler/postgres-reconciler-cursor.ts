import {
  migration,
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

/** Stores the cursor of `PixReconciler` in PostgreSQL. */
export class PostgresReconcilerCursor implements PixReconcilerCursor {
  readonly #database: PostgresDatabase;
  readonly #table: string;
  readonly #name: string;

  /** @throws ConfigurationError on an invalid table name */
  constructor(database: PostgresDatabase, options: PostgresReconcilerCursorOptions = {}) {
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

  async save(place: Date): Promise<void> {
    await this.#database.query(
      `INSERT INTO ${this.#table} (name, place) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET place = excluded.place`,
      [this.#name, place.toISOString()],
    );
  }
}
