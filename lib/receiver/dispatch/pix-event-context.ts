import type { PixEventType } from '../notifications/pix-event.js';
import type { PixTransaction } from '../stores/pix-transaction.js';

/** The second argument of a handler. */
export interface PixEventContext {
  readonly event: PixEventType;
  /**
   * The key of the event: the same for every delivery, so it can make the handler's own effect idempotent. Of a receiver
   * with a name, or a tenant, it begins with them (`filial/pix:E…`).
   */
  readonly eventKey: string;
  /** The name of the receiver that the event came through: the `name` of its module, else `default`. */
  readonly receiver: string;
  /**
   * The tenant that the event is for, as `authentication.resolve` names it; `undefined` when the receiver's path has no
   * `:tenant`.
   */
  readonly tenant: string | undefined;
  /** When this delivery arrived. */
  readonly receivedAt: Date;
  /**
   * Aborts when the lease on this event is lost: another process may run the handler as well. Pass it to whatever the
   * handler waits for. A store without leases never aborts it.
   */
  readonly signal: AbortSignal;
  /**
   * A fencing number: a positive integer that grows each time this handler gets this event. A system that remembers the
   * highest number it has seen can refuse a handler that lost its lease. 0 when the store has none.
   */
  readonly fence: number;
  /**
   * Marks the event as handled within the handler's own database transaction, so that both are committed or neither is.
   * With it, the effect happens exactly once, whatever crashes. Needs a `PostgresEventStore` in the same database.
   *
   * Call it first in the transaction: it locks the event, so that no other process takes it before the transaction ends.
   * If the transaction rolls back, the event is delivered again.
   *
   * @example
   * ```ts
   * await db.transaction(async (tx) => {
   *   await context.completeIn(tx); // a client of pg, `tx` of Drizzle or Prisma, EntityManager of TypeORM
   *   await tx.insert(payments).values({ txid: pix.txid, valor: pix.valor });
   * });
   * ```
   *
   * @throws LeaseLostError when another process has taken or completed the event: let it roll the transaction back
   * @throws ConfigurationError when the store is no `PostgresEventStore`, or the client is in no transaction
   */
  completeIn(transaction: PixTransaction): Promise<void>;
}
