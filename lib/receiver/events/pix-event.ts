import type { CobRNotification, Devolucao, Pix, RecNotification } from '../../contract/index.js';
import type { PixTransaction } from '../store/pix-transaction.js';

/** What a provider notifies by its own registration: Pix, recurrences (`recs`), recurring charges (`cobsr`). */
export type PixNotificationKind = 'pix' | 'rec' | 'cobr';

/** A refund that reached its end, with the Pix it belongs to. */
export interface PixDevolucaoFinalizada {
  /** The refund; its `status` is `DEVOLVIDO` or `NAO_REALIZADO`. */
  devolucao: Devolucao;
  /** The received Pix, with all of its refunds. */
  pix: Pix;
}

/**
 * A Pix that the account sent, or tried to send. The specification has no such notification: Efí posts it to the address
 * of the received ones. Fields beyond these are passed on as received.
 */
export interface PixEnviado {
  /** Absent where the provider refused the Pix before it had one. */
  endToEndId?: string;
  /** Decimal text with two decimals. */
  valor: string;
  /** `REALIZADO`, `NAO_REALIZADO` or `EM_PROCESSAMENTO`, as far as providers are known to send. */
  status: string;
  /** When it was sent; `null` when it was not. */
  horario: string | null;
  chave?: string;
  tipo?: string;
  /** The identifier that the application gave to the transfer. Efí sends it in `gnExtras`. */
  idEnvio?: string;
  [field: string]: unknown;
}

/** What a handler receives, by event. */
export interface PixEventPayloads {
  /** A Pix was received. */
  'pix.recebido': Pix;
  /** A Pix was sent by the account, or refused. */
  'pix.enviado': PixEnviado;
  /** A refund became `DEVOLVIDO` or `NAO_REALIZADO`. */
  'pix.devolucao': PixDevolucaoFinalizada;
  /** A recurrence changed. */
  recorrencia: RecNotification;
  /** A recurring charge changed. */
  'cobranca-recorrente': CobRNotification;
}

export type PixEventType = keyof PixEventPayloads;

/** One thing that happened, told once however often and in whatever body it arrives. */
export interface PixEvent<T extends PixEventType = PixEventType> {
  readonly type: T;
  /** The same for every delivery of the same event, and for no other event. Holds no personal data. */
  readonly key: string;
  readonly payload: PixEventPayloads[T];
}

/** The second argument of a handler. */
export interface PixEventContext {
  readonly event: PixEventType;
  /**
   * {@link PixEvent.key}: the same for every delivery, so it can make the handler's own effect idempotent. Of a receiver
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
