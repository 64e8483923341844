import { ConfigurationError } from '../../errors/index.js';
import {
  LeaseLostError,
  type PixTransaction,
  type PixTransactionClient,
  type RunStatement,
  statementRunner,
} from '../stores/event-store.js';
import {
  completeInStatement,
  type PostgresDatabase,
  tableName,
  transactionCheckStatement,
} from './postgres-statements.js';

/**
 * Completes a claimed key within a transaction of the application.
 *
 * @throws ConfigurationError if the client is not in a transaction
 * @throws LeaseLostError if the key is no longer held with this fencing number
 */
export async function completeInTransaction(
  transaction: PixTransaction,
  table: string,
  claim: { key: string; owner: string; fence: number },
): Promise<void> {
  const run = statementRunner(transaction, 'completeIn()');
  const problem = 'completeIn() requires a client in a transaction';
  await assertInTransaction(run, tableName(table), problem);
  await completeClaim(run, table, claim);
}

/**
 * Fails outside of a transaction, where a statement would be committed alone.
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
    await run(transactionCheckStatement(table));
  } catch (error) {
    if (!isOutsideOfTransaction(error)) throw error;
    throw new ConfigurationError(
      `${problem}: begin one, and pass its client (not the pool, the ` +
        'DataSource or the PrismaClient).',
      { cause: error },
    );
  }
}

/**
 * Completes a claimed key in the transaction in which `run` runs statements.
 *
 * @throws LeaseLostError if the key is no longer held with this fencing number
 */
export async function completeClaim(
  run: RunStatement,
  table: string,
  claim: { key: string; owner: string; fence: number },
): Promise<void> {
  const [row] = await run(completeInStatement(table, claim));
  if (Number((row as { completed?: unknown } | undefined)?.completed) === 1) return;
  throw new LeaseLostError(claim.key, 'another process has taken or completed the event');
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

interface TransactionLimits {
  /** After how many milliseconds without a statement the server ends the transaction. */
  readonly idle: number;
  /** Resolves or rejects as the connection does, within a time limit. */
  connect<T>(connecting: Promise<T>): Promise<T>;
  /** Resolves or rejects as a statement does, within a time limit. */
  respond<T>(response: Promise<T>): Promise<T>;
}

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
  work: (client: PixTransactionClient) => Promise<T>,
): Promise<EndedTransaction<T>> {
  const { connect, transaction } = database as Partial<Pool & Embedded>;
  if (typeof transaction === 'function') return runEmbedded(database as object as Embedded, work);
  if (typeof connect === 'function') return runPooled(database as object as Pool, limits, work);
  const needed = 'context.transaction() requires a PostgresEventStore of a Pool of pg or a PGlite.';
  return Promise.reject(new ConfigurationError(needed));
}

async function runPooled<T>(
  pool: Pool,
  limits: TransactionLimits,
  work: (client: PixTransactionClient) => Promise<T>,
): Promise<EndedTransaction<T>> {
  let isBroken = false;
  const onError = () => (isBroken = true);
  const client = await openConnection(pool, limits, onError);
  try {
    const result = await beginAndWork();
    try {
      await limits.respond(client.query(`RELEASE SAVEPOINT ${OPENED}; COMMIT`));
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

  async function beginAndWork(): Promise<T> {
    try {
      const idle = `SET LOCAL idle_in_transaction_session_timeout = ${limits.idle}`;
      await limits.respond(client.query(`BEGIN; ${idle}; SAVEPOINT ${OPENED}`));
      return await work(client);
    } catch (error) {
      await limits.respond(client.query('ROLLBACK')).catch(onError);
      throw error;
    }
  }
}

/**
 * Listens to errors in the callback of the pool: the server may have ended the connection in the
 * packet that confirmed it, and the pool listens no longer.
 */
async function openConnection(
  pool: Pool,
  limits: TransactionLimits,
  onError: () => void,
): Promise<PoolClient> {
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
  work: (client: PixTransactionClient) => Promise<T>,
): Promise<EndedTransaction<T>> {
  let ended: EndedTransaction<T> | undefined;
  try {
    return await database.transaction(async (client) => {
      ended = { result: await work(client), isConfirmed: false };
      return ended;
    });
  } catch (problem) {
    if (ended) return { ...ended, problem };
    throw problem;
  }
}
