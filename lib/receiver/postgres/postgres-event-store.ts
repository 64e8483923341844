// Records in PostgreSQL which handler has completed which event, and the cursor of the reconciler.

import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { encryptionKeyRule, isLocal, objectOf, text } from '../../options/index.js';
import { HOUR_MS, type PixRuntime, systemRuntime } from '../../runtime/index.js';
import { LetterCodec, type PixLetterEncryption } from '../provider/letter-codec.js';
import type { PixReconcilerCursor, PixReconcilerDeadLetter } from '../provider/reconciliation.js';
import {
  LeaseLostError,
  type PixTransaction,
  type PixTransactionClient,
  type RunStatement,
  statementRunner,
} from '../stores/event-store.js';
import {
  type Batcher,
  checkStore,
  type HeldLease,
  type KeyTable,
  leaseTable,
  leaseTimes,
  type LeaseTimes,
  type PixLeaseOptions,
  type Renewals,
  SharedEventStore,
  type Taken,
} from '../stores/shared-store.js';
import {
  type PostgresDatabase,
  postgresEventStoreSchema,
  postgresRule,
  postgresStatements,
  type PostgresStatements,
  assertInTransaction,
  migration,
  tableName,
} from './postgres-statements.js';
import {
  CommitUnknownError,
  type EndedTransaction,
  runTransaction,
} from './postgres-transaction.js';

export interface PostgresEventStoreOptions extends PixLeaseOptions {
  /** The table, with or without its schema. Default: `pix_webhook_events`. */
  table?: string | undefined;
}

const optionsRule = objectOf<PostgresEventStoreOptions>({ ...leaseTable.rows, table: text });

/**
 * Records handled events in PostgreSQL 12 or later, for any number of processes. When a process
 * ends, its events are released at the end of their lease. Completed events are deleted after
 * {@link PixLeaseOptions.ttl}, once an hour.
 *
 * Concurrent events share statements, so the store needs few connections. If handlers use all
 * connections of the pool for longer than the lease, it cannot be renewed: give the store its own
 * pool then.
 *
 * Supports `context.transaction()` with a `Pool` of `pg` or a PGlite, and
 * `context.completeIn()`.
 *
 * @example
 * ```ts
 * pool.on('error', (error) => logger.error(error.message)); // or a restart of PostgreSQL ends the process
 * const store = new PostgresEventStore(pool); // a Pool of `pg`
 * await store.migrate(); // or postgresEventStoreSchema() in a migration of your own
 * ```
 */
export class PostgresEventStore extends SharedEventStore {
  readonly #database: PostgresDatabase;
  readonly #table: PostgresEventTable;
  readonly #checks: Batcher<string, boolean>;

  /** @throws ConfigurationError that lists the problems of the database and the options */
  constructor(
    database: PostgresDatabase,
    options: PostgresEventStoreOptions = {},
    /** @internal */
    runtime: PixRuntime = systemRuntime,
  ) {
    checkStore('PostgresEventStore', [database, postgresRule], [options, optionsRule]);
    const { table: name = 'pix_webhook_events' } = options;
    const times = leaseTimes(options);
    const table = new PostgresEventTable(database, name, times, runtime);
    super(table, times, runtime);
    this.#database = database;
    this.#table = table;
    this.#checks = this.batch((keys) => this.within(table.completed(keys)));
  }

  /** Creates the table, unless it exists. Safe to call from several processes at once. */
  async migrate(): Promise<void> {
    await this.#database.query(postgresEventStoreSchema(this.#table.name));
  }

  /**
   * Completes the key in the caller's transaction. Prefer `context.completeIn()`, which supplies
   * key and fence.
   *
   * @throws ConfigurationError if the client is not in a transaction
   * @throws LeaseLostError if another process has taken or completed the event
   */
  async completeIn(transaction: PixTransaction, key: string, fence: number): Promise<void> {
    this.leases.completing(key);
    const run = statementRunner(transaction, 'completeIn()');
    const problem = 'completeIn() requires a client in a transaction';
    await assertInTransaction(run, tableName(this.#table.name), problem);
    await this.#table.completeIn(run, { key, fence });
  }

  /**
   * Completes the key and runs `work` in a transaction on a connection of its own. Prefer
   * `context.transaction()`, which supplies key and fence.
   *
   * @throws ConfigurationError if the database is neither a `Pool` of `pg` nor a PGlite
   * @throws LeaseLostError if another process has taken or completed the event
   * @throws CommitUnknownError if the response to the commit is lost and the event cannot be read
   */
  async transaction<T>(
    key: string,
    fence: number,
    work: (client: PixTransactionClient) => Promise<T>,
  ): Promise<T> {
    const { lease } = this.#table.times;
    const limits = {
      // A renewal may be a third of the lease old when the process freezes.
      idle: Math.ceil(lease / 2),
      connect: <R>(connecting: Promise<R>) => this.within(connecting, lease),
      respond: <R>(response: Promise<R>) => this.within(response),
    };
    this.leases.completing(key);
    const ended = await runTransaction(this.#database, limits, async ({ run }, client) => {
      await this.#table.completeIn(run, { key, fence });
      return work(client);
    });
    if (!ended.isConfirmed) await this.#readBack({ key, fence }, ended);
    this.leases.release(key);
    return ended.result;
  }

  async isComplete(key: string): Promise<boolean> {
    const isComplete = await this.#checks.add(key);
    if (isComplete) this.leases.release(key);
    return isComplete;
  }

  /**
   * Deletes the events that were completed longer ago than `ttl`. Runs automatically once an hour.
   *
   * @returns how many events were deleted
   */
  purge(): Promise<number> {
    return this.#table.purge();
  }

  /** @throws Error unless the event is completed, which is committed with the work */
  async #readBack(lease: HeldLease, { problem }: EndedTransaction<unknown>): Promise<void> {
    let isCommitted: boolean;
    try {
      isCommitted = await this.within(this.#table.isOwnCompletion(lease));
    } catch (error) {
      throw new CommitUnknownError(lease.key, problem ?? error);
    }
    if (isCommitted) return;
    if (problem instanceof Error) throw problem;
    const reason =
      'The transaction is rolled back: one of its statements failed, or its work ended it.';
    throw new Error(reason, { cause: problem });
  }
}

interface ClaimRow {
  key: string;
  /** A bigint as text; null if the key was not taken. */
  fence: string | null;
  done: boolean | null;
  digest: string | null;
  known: boolean;
}

interface RenewRow {
  key: string;
  fence: string;
  mine: boolean | null;
  done: boolean;
}

const PURGED_AT_ONCE = 1000;

/**
 * The table of `PostgresEventStore`. Each method runs one statement, most of them for any number of
 * keys.
 */
export class PostgresEventTable implements KeyTable {
  readonly server = 'PostgreSQL';
  readonly #statements: PostgresStatements;
  /** Identifies the leases of this process. */
  readonly #owner = randomUUID();
  #purgedAt: number;

  constructor(
    private readonly database: PostgresDatabase,
    readonly name: string,
    readonly times: LeaseTimes,
    private readonly runtime: PixRuntime,
  ) {
    this.#statements = postgresStatements(name);
    this.#purgedAt = runtime.elapsed();
  }

  async claim(items: readonly { key: string; digest: string }[]): Promise<Taken[]> {
    this.#purgeNowAndThen();
    // A key that is requested twice goes to the first request.
    const digests = new Map(items.toReversed().map(({ key, digest }) => [key, digest] as const));
    const values = [[...digests.keys()], [...digests.values()], this.#owner, this.times.lease];
    const rows = await this.#query<ClaimRow>(this.#statements.claim, values);
    const found = new Map(rows.map((row) => [row.key, row]));
    return items.map(({ key }) => {
      const row = found.get(key);
      const taken = toTaken(row);
      if (row && taken.state === 'new') found.set(key, { ...row, fence: null });
      return taken;
    });
  }

  async complete(leases: readonly HeldLease[]): Promise<boolean[]> {
    const keys = leases.map(({ key }) => key);
    const fences = leases.map(({ fence }) => String(fence));
    const values = [keys, fences, this.#owner];
    const held = await this.#has(keys, this.#statements.completeHeld, values);
    const lost = keys.filter((_, index) => held[index] === false);
    await Promise.all(lost.map((key) => this.#query(this.#statements.complete, [key])));
    return held;
  }

  /**
   * Completes a claim in the transaction in which `run` runs statements.
   *
   * @throws LeaseLostError if the key is no longer held with this fencing number
   */
  async completeIn(run: RunStatement, { key, fence }: HeldLease): Promise<void> {
    const [row] = await run(this.#statements.completeIn(key, this.#owner, fence));
    if (Number((row as { completed?: unknown } | undefined)?.completed) === 1) return;
    throw new LeaseLostError(key, 'another process has taken or completed the event');
  }

  completed(keys: readonly string[]): Promise<boolean[]> {
    return this.#has(keys, this.#statements.completed, [keys]);
  }

  /** Returns whether the claim is completed, after the transaction that may complete it has ended. */
  async isOwnCompletion({ key, fence }: HeldLease): Promise<boolean> {
    const values = [key, String(fence)];
    const [row] = await this.#query<{ completed: boolean }>(this.#statements.ownCompletion, values);
    return row?.completed === true;
  }

  async release(key: string, fence: number | undefined): Promise<void> {
    const values = [key, this.#owner, fence?.toString() ?? null];
    await this.#query(this.#statements.release, values);
  }

  async renew(leases: readonly HeldLease[]): Promise<Renewals> {
    const keys = leases.map(({ key }) => key);
    const values = [keys, this.#owner, this.times.lease];
    const rows = await this.#query<RenewRow>(this.#statements.renew, values);
    const fences = new Map(leases.map(({ key, fence }) => [key, fence]));
    return new Map(
      rows.map(({ key, fence, mine, done }) => {
        if (done) return [key, 'done'];
        return [key, mine === true && Number(fence) === fences.get(key) ? 'held' : 'lost'];
      }),
    );
  }

  /** SQLSTATE class 22: a value that PostgreSQL cannot store. */
  isItemsFault(error: unknown): boolean {
    const { code } = (error ?? {}) as { code?: unknown };
    return typeof code === 'string' && code.startsWith('22');
  }

  /** Deletes in small transactions, which neither hold many locks nor block a vacuum. */
  async purge(): Promise<number> {
    let total = 0;
    for (const statement of this.#statements.purges) {
      let purged: number;
      do {
        const values = [this.times.ttl, PURGED_AT_ONCE];
        const [row] = await this.#query<{ purged: number | string }>(statement, values);
        purged = Number(row?.purged ?? 0);
        total += purged;
      } while (purged === PURGED_AT_ONCE);
    }
    return total;
  }

  #purgeNowAndThen(): void {
    const now = this.runtime.elapsed();
    if (now - this.#purgedAt < HOUR_MS) return;
    this.#purgedAt = now;
    // Not awaited; the next run repeats it.
    this.purge().catch(() => undefined);
  }

  /** Returns for each key whether the statement returns it. */
  async #has(keys: readonly string[], statement: string, values: unknown[]): Promise<boolean[]> {
    const rows = await this.#query<{ key: string }>(statement, values);
    const found = new Set(rows.map(({ key }) => key));
    return keys.map((key) => found.has(key));
  }

  async #query<Row>(statement: string, values: unknown[]): Promise<Row[]> {
    const { rows } = await this.database.query(statement, values);
    return rows as Row[];
  }
}

function toTaken(row: ClaimRow | undefined): Taken {
  const digest = row?.digest ?? undefined;
  if (row && row.fence !== null) {
    return { state: 'new', fence: Number(row.fence), digest, known: row.known };
  }
  return { state: row?.done === true ? 'done' : 'running', digest };
}

export interface PostgresReconcilerCursorOptions extends PixLetterEncryption {
  /**
   * The table, with or without its schema. Dead letters are in the table of this name, cut to 50
   * characters, and `_dead_letters`. Default: `pix_reconciler_cursors`.
   */
  table?: string | undefined;
  /** The name of the cursor; use one for each account. Default: `default`. */
  name?: string | undefined;
}

const cursorRule = objectOf<PostgresReconcilerCursorOptions>({
  table: text,
  name: text,
  encryptionKey: encryptionKeyRule,
});

/**
 * Stores the cursor of `PixReconciler` and its dead letters in PostgreSQL. Call `migrate()` again
 * after an update of the library.
 */
export class PostgresReconcilerCursor implements PixReconcilerCursor {
  readonly #database: PostgresDatabase;
  readonly #table: string;
  readonly #letters: string;
  readonly #name: string;
  readonly #codec: LetterCodec;

  /** @throws ConfigurationError that lists the problems of the database and the options */
  constructor(database: PostgresDatabase, options: PostgresReconcilerCursorOptions = {}) {
    checkStore('PostgresReconcilerCursor', [database, postgresRule], [options, cursorRule]);
    this.#database = database;
    const { table = 'pix_reconciler_cursors' } = options;
    this.#table = tableName(table);
    this.#letters = tableName(
      table.replace(/[^.]+$/, (name) => `${name.slice(0, 50)}_dead_letters`),
    );
    this.#name = options.name ?? 'default';
    this.#codec = new LetterCodec(options, [this.#table, this.#name]);
    const isHere =
      'dataDir' in database || ('options' in database && isLocal(database, process.env.PGHOST));
    if (options.encryptionKey !== undefined || isHere) return;
    new Logger('PostgresReconcilerCursor').warn(
      'encryptionKey is missing, and PostgreSQL may not be on this machine: dead letters are stored in clear, with the data of payers',
    );
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
    const place = [this.#name, letter.key];
    const held = await this.#database.query(
      `SELECT letter FROM ${this.#letters} WHERE name = $1 AND key = $2`,
      place,
    );
    const [row] = held.rows as { letter: string | null }[];
    const isRefused = this.#codec.refuses(letter.key, row?.letter);
    const { rows } = await this.#database.query(
      `INSERT INTO ${this.#letters} (name, key, letter) VALUES ($1, $2, $3)
       ON CONFLICT ${isRefused ? `(name, key) DO UPDATE SET letter = excluded.letter WHERE ${this.#letters}.letter IS NOT NULL` : 'DO NOTHING'} RETURNING key`,
      [...place, this.#codec.encode(letter)],
    );
    return rows.length > 0;
  }

  async deadLetters(): Promise<readonly PixReconcilerDeadLetter[]> {
    const { rows } = await this.#database.query(
      `SELECT key, letter FROM ${this.#letters} WHERE name = $1 AND letter IS NOT NULL ORDER BY key`,
      [this.#name],
    );
    return (rows as { key: string; letter: string }[]).map(({ key, letter }) =>
      this.#codec.decode(key, letter),
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
