import { ConfigurationError } from '../../../errors/index.js';
import { LeaseLostError } from '../lease-lost.error.js';
import { statementRunner, type PixTransaction, type RunStatement } from '../pix-transaction.js';
import { tableName } from './postgres-database.js';
import { completeInStatement, transactionCheckStatement } from './statements.js';

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
