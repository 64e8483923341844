import { ConfigurationError } from '../../errors/index.js';

/**
 * A client of `pg` or PGlite within `BEGIN`, or TypeORM's `EntityManager` or `QueryRunner` within a
 * transaction.
 */
export interface PixQueryTransaction {
  query(text: string): PromiseLike<unknown>;
}

/** The `tx` of Drizzle's `db.transaction()`. */
export interface PixExecuteTransaction {
  execute(text: string): PromiseLike<unknown>;
}

/** The `tx` of Prisma's interactive `$transaction()`. */
export interface PixPrismaTransaction {
  $queryRawUnsafe(text: string): PromiseLike<unknown>;
}

/** An open transaction of PostgreSQL, as common libraries provide it. */
export type PixTransaction = PixQueryTransaction | PixExecuteTransaction | PixPrismaTransaction;

/**
 * The connection of `context.transaction()`: a client of `pg`, or the transaction of PGlite. Do not
 * end the transaction and do not release the client.
 */
export interface PixTransactionClient {
  /**
   * Runs a statement.
   *
   * @param values the values of its parameters (`$1`)
   */
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- as in pg
  query<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** Runs one statement without parameters. Resolves to its rows. */
export type RunStatement = (text: string) => Promise<readonly unknown[]>;

/**
 * Returns a function that runs a statement in a transaction. Drizzle's `tx` also has a `query`,
 * which is not a function.
 *
 * @param owner the method that requires the transaction
 * @throws ConfigurationError if the value is not a supported transaction
 */
export function statementRunner(transaction: PixTransaction, owner = 'The method'): RunStatement {
  const { query, $queryRawUnsafe, execute } = transaction as Partial<
    PixQueryTransaction & PixPrismaTransaction & PixExecuteTransaction
  >;
  const method = [query, $queryRawUnsafe, execute].find((each) => typeof each === 'function');
  if (!method) {
    throw new ConfigurationError(
      `${owner} requires an open transaction: a client of pg, the tx of Drizzle or Prisma, or the EntityManager of TypeORM.`,
    );
  }
  return async (text) => readRows(await method.call(transaction, text));
}

/**
 * Reads `{ rows }` of pg, PGlite and Drizzle, or the plain list of TypeORM, Prisma and postgres.js.
 */
function readRows(result: unknown): readonly unknown[] {
  if (Array.isArray(result)) return result;
  const { rows } = result as { rows?: unknown };
  return Array.isArray(rows) ? rows : [];
}
