import 'reflect-metadata';
import type { Logger, ContextType } from '@nestjs/common';
import { toErrorText, toLogLine } from '../../errors/index.js';
import { logLevelRule, type PixLogLevel } from '../../observe/index.js';
import { objectOf } from '../../options/index.js';
import type { PixEventPayloads, PixEventType } from '../events.js';
import type { PixTransaction, PixTransactionClient } from '../stores/event-store.js';

export interface PixEventHandlerOptions {
  /** The handlers of an event run one after the other in ascending order. Default: 0. */
  order?: number | undefined;
  /**
   * The handler's name in the store and in the log. Default: `Class.method`. With a persistent
   * store, set it before you rename the class or method, so that handled events remain handled.
   */
  id?: string | undefined;
  /**
   * The receivers whose events the method handles, by the `name` of their
   * `PixWebhookReceiverModule`; the receiver without a name is `default`. The application does not
   * start with an unknown name or `undefined`. Default: all receivers.
   */
  receiver?: string | readonly string[];
}

export interface EventHandlerMetadata extends PixEventHandlerOptions {
  readonly type: PixEventType;
}

/**
 * Creates the decorator of a kind of handlers, which may mark a method several times, and the reader of its marks.
 *
 * @param name of a registered symbol, so that a second copy of the library in the application finds the same handlers
 */
export function createMark<Metadata extends object>(name: string) {
  const key = Symbol.for(name);
  const read = (method: object): readonly Metadata[] =>
    (Reflect.getOwnMetadata(key, method) as Metadata[] | undefined) ?? [];
  const mark =
    (metadata: Metadata) =>
    (_target: object, _key: string | symbol, { value }: { value?: object | undefined }) => {
      if (value) Reflect.defineMetadata(key, [...read(value), metadata], value);
    };
  return { read, mark };
}

const { read, mark } = createMark<EventHandlerMetadata>('nestjs-pix.receiver.handles');

export const getHandlerMetadata = read;

/**
 * A method that handles an event. The event is complete when its promise resolves; if it rejects,
 * the provider repeats the notification.
 */
export type PixEventHandlerMethod<T extends PixEventType> = (
  payload: PixEventPayloads[T],
  context: PixEventContext,
) => unknown;

/** Decorates methods whose first parameter is the event's payload. */
export type PixEventHandlerDecorator<T extends PixEventType> = PixMethodDecorator<
  PixEventHandlerMethod<T>
>;

/** Decorates methods with parameters that `Method` takes. */
export type PixMethodDecorator<Method> = <M extends Method>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<M>,
) => void;

/**
 * Calls the method for every received Pix, at least once for each end-to-end id. If the process
 * crashes before the success is recorded, the method runs again, unless it completes the event in
 * its own transaction ({@link PixEventContext.completeIn}). Sent Pix are not delivered to it; see
 * {@link OnPixEnviado}.
 *
 * With the option `receiver`, which all handler decorators accept, the method handles the events of
 * one receiver or of several.
 *
 * @example
 * ```ts
 * @Injectable()
 * export class OrdersService {
 *   @OnPixRecebido()
 *   async settle(pix: Pix, { eventKey }: PixEventContext) {
 *     await this.orders.markPaid(pix.txid, pix.valor);
 *   }
 * }
 * ```
 */
export const OnPixRecebido = createDecorator('pix.recebido');

/**
 * Calls the method for every Pix that the account sent, or whose sending failed (`status`), if the
 * provider notifies them at the same address as received Pix (Efí). Without such a method, these
 * notifications are acknowledged and counted in `PixWebhookStats.ignoredItems`.
 * `verifyWithProvider` does not apply: the Pix API cannot read a sent Pix.
 */
export const OnPixEnviado = createDecorator('pix.enviado');

/**
 * Calls the method for every refund that became `DEVOLVIDO` or `NAO_REALIZADO`, together with its
 * Pix.
 */
export const OnPixDevolucao = createDecorator('pix.devolucao');

/** Calls the method for every change of a recurrence (Pix Automático). */
export const OnRecorrencia = createDecorator('recorrencia');

/** Calls the method for every change of a recurring charge (Pix Automático). */
export const OnCobrancaRecorrente = createDecorator('cobranca-recorrente');

function createDecorator<T extends PixEventType>(
  type: T,
): (options?: PixEventHandlerOptions) => PixEventHandlerDecorator<T> {
  return (options = {}) => mark({ ...options, type });
}

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

/**
 * The types of an execution context, those of handlers of webhook events included.
 *
 * @example
 * ```ts
 * if (context.getType<PixContextType>() === 'pix-webhook') {
 *   const event = context.switchToRpc().getContext<PixEventContext>();
 * }
 * ```
 */
export type PixContextType = ContextType | 'pix-webhook';

/** What `context.getType()` returns in guards, interceptors and filters of a handler. */
export const PIX_WEBHOOK = 'pix-webhook' satisfies PixContextType;

/** A decorated method of a provider instance. */
export interface EventHandler {
  readonly type: PixEventType;
  /** Unique among the handlers of its event, and the same in every process. */
  readonly id: string;
  readonly order: number;
  /** The names of the receivers that it is bound to; absent if it handles the events of all. */
  readonly receivers?: readonly string[] | undefined;
  readonly instance: object;
  readonly run: (payload: unknown, context: PixEventContext) => unknown;
}

/** The handlers of the application. Complete after startup. */
export class EventHandlerRegistry {
  #handlers: readonly EventHandler[] = [];

  fill(handlers: readonly EventHandler[]): void {
    this.#handlers = handlers;
  }

  /**
   * Returns the handlers of an event that arrived at a receiver, in the order in which they run.
   */
  of(type: PixEventType, receiver: string): readonly EventHandler[] {
    return this.#handlers.filter((each) => each.type === type && isBoundTo(each, receiver));
  }

  /** Returns the ids of a receiver's handlers; by default of all handlers. */
  ids(receiver?: string): string[] {
    const own = this.#handlers.filter(
      (each) => receiver === undefined || isBoundTo(each, receiver),
    );
    return [...new Set(own.map(({ id }) => id))];
  }
}

function isBoundTo({ receivers }: EventHandler, receiver: string): boolean {
  return !receivers || receivers.includes(receiver);
}

/** A run of a handler that failed. */
export interface PixEventFailure extends Pick<
  PixEventContext,
  'event' | 'eventKey' | 'receiver' | 'tenant' | 'receivedAt'
> {
  /** The id of the handler: `Class.method`, or the `id` of its decorator. */
  readonly handler: string;
}

/**
 * Called after a handler has failed, its guards and interceptors included, or the event store failed
 * for it. The event is delivered again in any case.
 *
 * @param error as it was thrown; unlike in log lines, tax ids and credentials are not masked
 */
export type PixEventErrorListener = (error: unknown, failure: PixEventFailure) => unknown;

/** Calls the listener without waiting for it. Its own errors are logged. Never throws. */
export function reportFailure(
  listener: PixEventErrorListener | undefined,
  error: unknown,
  failure: PixEventFailure,
  logger: Pick<Logger, 'error'>,
): void {
  new Promise((resolve) => resolve(listener?.(error, failure))).catch((problem: unknown) => {
    logger.error(toLogLine(`onError failed: ${toErrorText(problem)}`));
  });
}

/** The level of a receiver's or worker's log lines about events; failures are always logged. */
export interface PixEventLogOptions {
  /** One line for each event that was handled, queued or is a duplicate. Default: `false`. */
  success?: PixLogLevel | false | undefined;
}

/** Checks the type of the option `log`. */
export const eventLogRule = objectOf<PixEventLogOptions>({ success: logLevelRule });
