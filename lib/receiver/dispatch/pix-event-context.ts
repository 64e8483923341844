import type { PixEventType } from '../notifications/pix-event.js';
import type { PixTransaction, PixTransactionClient } from '../stores/pix-transaction.js';

/** The second argument of a handler. */
export interface PixEventContext {
  readonly event: PixEventType;
  /**
   * The key of the event: the same for every delivery. Use it to make the handler's own effect
   * idempotent. It starts with the name of the receiver and the tenant, if there are any
   * (`filial/pix:E…`).
   */
  readonly eventKey: string;
  /** The name of the receiver that the event arrived at: the `name` of its module, or `default`. */
  readonly receiver: string;
  /**
   * The tenant of the event, as returned by `authentication.resolve`; `undefined` if the receiver's
   * path has no `:tenant`.
   */
  readonly tenant: string | undefined;
  /** When this delivery arrived. */
  readonly receivedAt: Date;
  /**
   * Aborts when the lease on this event is lost and another process may run the handler too. Pass
   * it to everything that the handler waits for. A store without leases never aborts it.
   */
  readonly signal: AbortSignal;
  /**
   * A fencing number: a positive integer that grows with each claim of this event by this handler.
   * A system that stores the highest number can refuse a handler that has lost its lease. 0 if
   * the store has none.
   */
  readonly fence: number;
  /**
   * Runs `work` in a transaction that also marks the event as handled: both are committed, or
   * neither is. The effect then happens exactly once, even after a crash. Call it once in a
   * handler, and wait for it. Requires a `PostgresEventStore` of a `Pool` of `pg` or of a PGlite.
   *
   * The store opens the connection and ends the transaction. If the response to the commit is lost,
   * it reads whether the event is completed. If the transaction waits half a lease (15 seconds by
   * default) for the next statement, PostgreSQL rolls it back: no event is held for longer than its
   * lease by a process that has stopped.
   *
   * @example
   * ```ts
   * await context.transaction((client) =>
   *   client.query('INSERT INTO payments (txid, valor) VALUES ($1, $2)', [pix.txid, pix.valor]),
   * );
   * ```
   *
   * @returns the result of `work`, after the commit
   * @throws LeaseLostError when another process has taken or completed the event
   * @throws CommitUnknownError when it is unknown whether the transaction is committed: let the
   * handler fail, and the next delivery of the event finds out
   * @throws ConfigurationError if the store has no such transactions
   */
  transaction<T>(work: (client: PixTransactionClient) => Promise<T>): Promise<T>;
  /**
   * Marks the event as handled within the handler's own database transaction, so that both are
   * committed or neither is. The effect then happens exactly once, even after a crash. For Drizzle,
   * TypeORM and Prisma; with `pg`, prefer {@link PixEventContext.transaction}. Requires a
   * `PostgresEventStore` in the same database.
   *
   * Call it first in the transaction: it locks the event, so that no other process takes it before
   * the transaction ends. If the transaction rolls back, the event is delivered again.
   *
   * @example
   * ```ts
   * await db.transaction(async (tx) => {
   *   await context.completeIn(tx); // a client of pg, `tx` of Drizzle or Prisma, EntityManager of TypeORM
   *   await tx.insert(payments).values({ txid: pix.txid, valor: pix.valor });
   * });
   * ```
   *
   * @throws LeaseLostError when another process has taken or completed the event: let it roll the
   * transaction back
   * @throws ConfigurationError if the store is not a `PostgresEventStore`, or the client is not in
   * a transaction
   */
  completeIn(transaction: PixTransaction): Promise<void>;
}
