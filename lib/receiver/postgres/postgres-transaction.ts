import { AsyncLocalStorage } from 'node:async_hooks';
import { ConfigurationError } from '../../errors/index.js';
import type { PixTransactionClient, RunStatement } from '../stores/event-store.js';
import type { PostgresDatabase } from './postgres-statements.js';

/** A `Pool` of `pg`. */
interface Pool {
  connect(connected: (error: Error | undefined, client?: PoolClient) => void): void;
}

interface PoolClient extends PixTransactionClient {
  on(event: 'error', listener: () => void): unknown;
  off(event: 'error', listener: () => void): unknown;
  release(destroy?: boolean): void;
}

/** A PGlite. */
interface Embedded {
  transaction<T>(work: (client: PixTransactionClient) => Promise<T>): Promise<T>;
}

/** A transaction of a PGlite that the caller has open. It holds the only connection. */
interface Holder {
  readonly database: object;
  readonly transaction: { readonly closed?: boolean };
}

/** One for all stores: each AsyncLocalStorage slows down every promise of the process. */
const holders = new AsyncLocalStorage<readonly Holder[]>();

const withHolder = (holder: Holder): readonly Holder[] => [
  ...(holders.getStore() ?? []).filter(({ transaction }) => transaction.closed === false),
  holder,
];

export function isEmbedded(database: object): database is Embedded {
  return typeof (database as Partial<Embedded>).transaction === 'function';
}

/** Remembers a transaction of the application for what its caller does next. */
export function holdEmbedded(database: object, transaction: object): void {
  if (isEmbedded(database)) holders.enterWith(withHolder({ database, transaction }));
}

/** @throws ConfigurationError where a PGlite would wait for its caller for ever */
export function assertFree(database: object): void {
  const open = holders.getStore()?.some((holder) => {
    return holder.database === database && holder.transaction.closed === false;
  });
  if (!open) return;
  throw new ConfigurationError(
    'PGlite has one connection, and a transaction of the caller holds it: call this method after the transaction.',
  );
}

interface TransactionLimits {
  /**
   * After how many milliseconds without a statement, or without taking what the server sends, the
   * server ends the transaction.
   */
  readonly idle: number;
  /** Resolves or rejects as the connection does, within a time limit. */
  connect<T>(connecting: Promise<T>): Promise<T>;
  /** Resolves or rejects as a statement does, within a time limit. */
  respond<T>(response: Promise<T>): Promise<T>;
}

/**
 * Work in a transaction. It runs a statement before it uses the connection itself. Its statements have no parameters:
 * `run` sends one in one message with those that wait, and resolves to its rows; `later` lets one wait for the next one,
 * or for the commit.
 */
type TransactionWork<T> = (
  statements: { readonly run: RunStatement; readonly later: (text: string) => Promise<unknown> },
  client: PixTransactionClient,
) => Promise<T>;

/** A transaction whose work has succeeded. */
export interface EndedTransaction<T> {
  readonly result: T;
  /** Whether the server has confirmed the commit; if not, it may be committed or rolled back. */
  readonly isConfirmed: boolean;
  /** The error of the commit. */
  readonly problem?: unknown;
}

/**
 * The response to the commit is lost, and the event could not be read back: the transaction is
 * committed or rolled back. The next delivery of the event finds out.
 */
export class CommitUnknownError extends Error {
  override readonly name = 'CommitUnknownError';

  constructor(key: string, cause: unknown) {
    super(`It is unknown whether the transaction of ${key} is committed.`, { cause });
  }
}

/** The work of `context.transaction()` has ended its transaction itself, with what it had done. */
class TransactionEndedError extends Error {
  override readonly name = 'TransactionEndedError';

  constructor(cause: unknown) {
    super('The work must not end its transaction: it ran COMMIT or ROLLBACK.', { cause });
  }
}

/** A savepoint that exists as long as the transaction does. */
const OPENED = 'pix_webhook_event';

// SQLSTATEs.
const NO_TRANSACTION = '25P01';
const FAILED_TRANSACTION = '25P02';
const NO_SAVEPOINT = '3B001';

/**
 * Runs work in a transaction on a connection of its own. A connection that breaks fails the work
 * and never ends the process.
 *
 * @throws ConfigurationError if the database is neither a `Pool` of `pg` nor a PGlite
 * @throws Error of the work or of the connection: the transaction is rolled back
 */
export function runTransaction<T>(
  database: PostgresDatabase,
  limits: TransactionLimits,
  work: TransactionWork<T>,
): Promise<EndedTransaction<T>> {
  if (isEmbedded(database)) return runEmbedded(database, limits, work);
  const { connect } = database as Partial<Pool>;
  if (typeof connect === 'function') return runPooled(database as object as Pool, limits, work);
  const needed = 'context.transaction() requires a PostgresEventStore of a Pool of pg or a PGlite.';
  return Promise.reject(new ConfigurationError(needed));
}

/** The statements of a transaction, of which some wait. */
function openStatements(
  client: PixTransactionClient & { exec?: (text: string) => Promise<unknown> },
  limits: TransactionLimits,
  waiting: string[],
) {
  const run: RunStatement = async (text) => {
    const texts = [...waiting.splice(0), text].join(';\n');
    const results = await limits.respond<unknown>(client.exec?.(texts) ?? client.query(texts));
    return ([results].flat().at(-1) as { rows: unknown[] }).rows;
  };
  return { run, later: (text: string) => Promise.resolve(waiting.push(text)) };
}

async function runPooled<T>(
  pool: Pool,
  limits: TransactionLimits,
  work: TransactionWork<T>,
): Promise<EndedTransaction<T>> {
  let isBroken = false;
  const onError = () => (isBroken = true);
  const client = await openConnection(pool, limits, onError);
  const waiting = [
    `BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${limits.idle}`,
    // The server is not idle while it sends a result. A Unix socket ignores this limit.
    `SET LOCAL tcp_user_timeout = ${limits.idle}; SAVEPOINT ${OPENED}`,
  ];
  const statements = openStatements(client, limits, waiting);
  try {
    const result = await work(statements, client).catch(undo);
    try {
      await statements.run(`RELEASE SAVEPOINT ${OPENED}; COMMIT`);
      return { result, isConfirmed: true };
    } catch (problem) {
      isBroken = true;
      const { code } = problem as { code?: unknown };
      if (code === NO_TRANSACTION || code === NO_SAVEPOINT)
        throw new TransactionEndedError(problem);
      return { result, isConfirmed: false, ...(code !== FAILED_TRANSACTION && { problem }) };
    }
  } finally {
    // A broken connection may report further errors while it is closed.
    if (!isBroken) client.off('error', onError);
    client.release(isBroken);
  }

  async function undo(error: unknown): Promise<never> {
    await limits.respond(client.query('ROLLBACK')).catch(onError);
    throw error;
  }
}

/**
 * Listens to errors in the callback of the pool: the server may have ended the connection in the
 * packet that confirmed it, and the pool listens no longer.
 */
async function openConnection(pool: Pool, limits: TransactionLimits, onError: () => void) {
  const connecting = new Promise<PoolClient>((resolve, reject) => {
    pool.connect((error, client) => {
      if (client) {
        client.on('error', onError);
        resolve(client);
      } else {
        reject(error ?? new Error('The pool returned no client.'));
      }
    });
  });
  try {
    return await limits.connect(connecting);
  } catch (error) {
    connecting.then(
      (client) => {
        client.off('error', onError);
        client.release();
      },
      () => undefined,
    );
    throw error;
  }
}

/** PGlite does not tell a commit from the rollback of a transaction in which a statement failed. */
async function runEmbedded<T>(
  database: Embedded,
  limits: TransactionLimits,
  work: TransactionWork<T>,
): Promise<EndedTransaction<T>> {
  assertFree(database);
  let ended: EndedTransaction<T> | undefined;
  const transaction = { closed: false };
  try {
    return await database.transaction(async (client) => {
      const waiting: string[] = [];
      const statements = openStatements(client, limits, waiting);
      const held = withHolder({ database, transaction });
      const result = await holders.run(held, () => work(statements, client));
      const last = waiting.pop();
      if (last !== undefined) await statements.run(last);
      ended = { result, isConfirmed: false };
      return ended;
    });
  } catch (problem) {
    if (ended) return { ...ended, problem };
    throw problem;
  } finally {
    transaction.closed = true;
  }
}
