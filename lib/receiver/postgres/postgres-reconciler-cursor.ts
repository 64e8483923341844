import { objectOf, text } from '../../options/index.js';
import type { PixReconcilerCursor, PixReconcilerDeadLetter } from '../provider/reconciliation.js';
import { checkStore } from '../stores/shared-store.js';
import {
  migration,
  type PostgresDatabase,
  postgresRule,
  tableName,
} from './postgres-statements.js';

export interface PostgresReconcilerCursorOptions {
  /**
   * The table, with or without its schema. Dead letters are in the table of this name, cut to 50
   * characters, and `_dead_letters`. Default: `pix_reconciler_cursors`.
   */
  table?: string | undefined;
  /** The name of the cursor; use one for each account. Default: `default`. */
  name?: string | undefined;
}

const optionsRule = objectOf<PostgresReconcilerCursorOptions>({ table: text, name: text });

/**
 * Stores the cursor of `PixReconciler` and its dead letters in PostgreSQL. Call `migrate()` again
 * after an update of the library.
 */
export class PostgresReconcilerCursor implements PixReconcilerCursor {
  readonly #database: PostgresDatabase;
  readonly #table: string;
  readonly #letters: string;
  readonly #name: string;

  /** @throws ConfigurationError that lists the problems of the database and the options */
  constructor(database: PostgresDatabase, options: PostgresReconcilerCursorOptions = {}) {
    const client = { client: database, rule: postgresRule };
    checkStore('PostgresReconcilerCursor', client, options, optionsRule);
    this.#database = database;
    const { table = 'pix_reconciler_cursors' } = options;
    this.#table = tableName(table);
    this.#letters = tableName(
      table.replace(/[^.]+$/, (name) => `${name.slice(0, 50)}_dead_letters`),
    );
    this.#name = options.name ?? 'default';
  }

  /** Creates the tables that do not exist. Safe to call from several processes at once. */
  async migrate(): Promise<void> {
    await this.#database.query(
      migration(
        `CREATE TABLE IF NOT EXISTS ${this.#table} (name text PRIMARY KEY, place timestamptz NOT NULL)`,
        // The letter is JSON; without it, it was discarded.
        `CREATE TABLE IF NOT EXISTS ${this.#letters} (name text, key text, letter text, PRIMARY KEY (name, key))`,
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

  async addDeadLetter(letter: PixReconcilerDeadLetter): Promise<boolean> {
    const { rows } = await this.#database.query(
      `INSERT INTO ${this.#letters} (name, key, letter) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING RETURNING key`,
      [this.#name, letter.key, JSON.stringify(letter)],
    );
    return rows.length > 0;
  }

  async deadLetters(): Promise<readonly PixReconcilerDeadLetter[]> {
    const { rows } = await this.#database.query(
      `SELECT letter FROM ${this.#letters} WHERE name = $1 AND letter IS NOT NULL ORDER BY key`,
      [this.#name],
    );
    return (rows as { letter: string }[]).map(
      ({ letter }) => JSON.parse(letter) as PixReconcilerDeadLetter,
    );
  }

  async discard(key: string): Promise<boolean> {
    const { rows } = await this.#database.query(
      `UPDATE ${this.#letters} SET letter = NULL
       WHERE name = $1 AND key = $2 AND letter IS NOT NULL RETURNING key`,
      [this.#name, key],
    );
    return rows.length > 0;
  }
}
