import { AsyncLocalStorage } from 'node:async_hooks';
import { ConfigurationError } from '../errors/index.js';
import { objectOf, OptionChecker, text } from '../options/index.js';
import {
  assertInTransaction,
  postgresRule,
  runTransaction,
  statementRunner,
  type RunStatement,
} from '../receiver/index.js';
import type { PixTransaction, PixTransactionClient, PostgresDatabase } from '../receiver/public.js';
import { systemRuntime, within } from '../runtime/index.js';
import {
  ledgerTables,
  postgresLedgerSchema,
  type LedgerTables,
  type PostgresLedgerSchemaOptions,
} from './schema.js';
import type { Sql } from './sql.js';

/** Where the tables are: see {@link PostgresLedgerSchemaOptions}. */
export type PostgresLedgerStoreOptions = PostgresLedgerSchemaOptions;

const optionsRule = objectOf<PostgresLedgerStoreOptions>({ schema: text, prefix: text });

/** How long a statement may take, in milliseconds. */
const RESPONSE_MS = 10_000;
/** How long a transaction may wait for its next statement, in milliseconds. */
export const IDLE_MS = 15_000;

/** Runs statements of {@link sql} in a transaction, and returns the column `row` of each row. */
export type Run = <Row = Record<string, unknown>>(statement: Sql) => Promise<Row[]>;

/**
 * The tables of a ledger in PostgreSQL 12 or later, or in a PGlite. Any number of processes share
 * them.
 *
 * @example
 * const store = new PostgresLedgerStore(pool);
 * await store.migrate();
 */
export class PostgresLedgerStore {
  /** @internal */
  readonly tables: LedgerTables;
  readonly #database: PostgresDatabase;
  readonly #options: PostgresLedgerStoreOptions;
  /** The transaction that the caller has open. PGlite has one connection, which it holds. */
  readonly #open = new AsyncLocalStorage<{ readonly closed?: boolean }>();

  /**
   * @param database a `Pool` of `pg`, or a PGlite
   * @throws ConfigurationError on another database, or an invalid option
   */
  constructor(database: PostgresDatabase, options: PostgresLedgerStoreOptions = {}) {
    const checker = new OptionChecker('PostgresLedgerStore');
    checker.shape(database, postgresRule, 'the first argument');
    checker.shape(options, optionsRule);
    checker.throwIfAny();
    this.#database = database;
    this.#options = options;
    this.tables = ledgerTables(options);
  }

  /** Creates the tables, under an advisory lock: several processes may call it at once. */
  async migrate(): Promise<void> {
    await this.#database.query(postgresLedgerSchema(this.#options));
  }

  /** Runs a statement outside of a transaction. @internal */
  readonly run: Run = async <Row>(statement: Sql) => {
    this.#assertFree();
    const response = this.#database.query(statement.text);
    const { rows } = await within(systemRuntime, RESPONSE_MS, SERVER, response);
    return toRows<Row>(rows);
  };

  /**
   * Runs work in a transaction of its own. A connection that breaks fails the work and never ends the
   * process.
   *
   * @throws Error of the work, or if the commit is not confirmed
   * @internal
   */
  async transaction<T>(work: (run: Run, client: PixTransactionClient) => Promise<T>): Promise<T> {
    this.#assertFree();
    const respond = <R>(response: Promise<R>) =>
      within(systemRuntime, RESPONSE_MS, SERVER, response);
    const limits = { idle: IDLE_MS, connect: respond, respond };
    const open = { closed: false };
    try {
      const ended = await runTransaction(this.#database, limits, (client) =>
        this.#open.run(open, () => work(toRun(statementRunner(client)), client)),
      );
      if (ended.isConfirmed || (this.#isEmbedded && ended.problem === undefined))
        return ended.result;
      throw new Error('The transaction is not confirmed: it may be rolled back.', {
        cause: ended.problem,
      });
    } finally {
      open.closed = true;
    }
  }

  /**
   * Returns the function that runs statements in a transaction of the application.
   *
   * @throws ConfigurationError if it is none
   * @internal
   */
  join(transaction: PixTransaction): Run {
    const run = statementRunner(transaction, IN);
    const isTransaction = (transaction as unknown) !== this.#database;
    if (this.#isEmbedded && isTransaction)
      this.#open.enterWith(transaction as { closed?: boolean });
    let checked: Promise<unknown> | undefined;
    return async <Row>(statement: Sql) => {
      await (checked ??= assertInTransaction(run, this.tables.charge.text, OUTSIDE));
      return toRows<Row>(await run(statement.text));
    };
  }

  get #isEmbedded(): boolean {
    return typeof (this.#database as { transaction?: unknown }).transaction === 'function';
  }

  /** @throws ConfigurationError where PGlite would wait for its caller for ever */
  #assertFree(): void {
    if (!this.#isEmbedded) return;
    if (this.#open.getStore()?.closed !== false) return;
    throw new ConfigurationError(
      'PGlite has one connection, and a transaction of the caller holds it: call this method after the transaction.',
    );
  }
}

const SERVER = 'PostgreSQL';
const IN = 'PixLedger.in()';
const OUTSIDE = 'PixLedger.in() requires a client in a transaction';

function toRun(run: RunStatement): Run {
  return async <Row>(statement: Sql) => toRows<Row>(await run(statement.text));
}

function toRows<Row>(rows: readonly unknown[]): Row[] {
  return rows.map((each) => (each as { row: Row }).row);
}
