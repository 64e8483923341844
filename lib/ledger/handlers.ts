import 'reflect-metadata';
import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { ConfigurationError, isObject } from '../errors/index.js';
import type { PixTransaction, PixTransactionClient } from '../receiver/public.js';
import type { PixCharge, PixChargeEvent, PixTask } from './charge.js';
import type { NoticeEvent } from './journal.js';

/** The second argument of a handler. */
export interface PixLedgerContext {
  /** What happened to the charge, or `task`. */
  readonly event: PixChargeEvent | 'task';
  /** The number of the notice: the same each time that this handler hears of this change. */
  readonly number: number;
  /**
   * Aborts when the lease on this notice is lost and another process may run the handler too. Pass it
   * to everything that the handler waits for.
   */
  readonly signal: AbortSignal;
  /** A fencing number, which grows each time that a process takes the notice. */
  readonly fence: number;
  /**
   * Runs `work` in a transaction that also completes the notice: both are committed, or neither is.
   * The effect then happens exactly once, even after a crash. Call it once in a handler, and wait for
   * it. If the transaction waits 15 seconds for the next statement, PostgreSQL rolls it back.
   *
   * @throws LeaseLostError when another process has taken or completed the notice
   */
  transaction<T>(work: (client: PixTransactionClient) => Promise<T>): Promise<T>;
  /**
   * Completes the notice within the handler's own transaction: for Drizzle, TypeORM and Prisma. Call
   * it first in the transaction.
   *
   * @throws LeaseLostError when another process has taken or completed the notice: let it roll the
   * transaction back
   * @throws ConfigurationError if the client is not in a transaction
   */
  completeIn(transaction: PixTransaction): Promise<void>;
}

export interface PixLedgerHandlerOptions {
  /**
   * The handler's name in the table of notices. Default: `Class.method`. Set it before you rename
   * the class or method: notices for an unknown name wait.
   */
  id?: string;
  /** The account whose charges the method handles: the `name` of its module. Default: all accounts. */
  account?: string;
}

type Handle<Subject> = (subject: Subject, context: PixLedgerContext) => unknown;

/** Decorates methods whose first parameter is the charge or the task. */
export type PixLedgerHandlerDecorator<Subject> = <M extends Handle<Subject>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<M>,
) => void;

interface Metadata extends PixLedgerHandlerOptions {
  readonly event: NoticeEvent;
}

// A registered symbol, so that a second copy of the library in the application finds the same handlers.
const HANDLES = Symbol.for('nestjs-pix.ledger.handles');

/**
 * Calls the method for each charge that this happens to. The handlers of a charge run in the order of
 * its changes; charges do not wait for each other. A handler that fails runs again after a pause, and
 * becomes a task after 10 failures.
 *
 * @example
 * ```ts
 * @OnPixCharge('paid')
 * async paid(charge: PixCharge, context: PixLedgerContext) {
 *   await context.transaction((client) =>
 *     client.query("UPDATE orders SET status = 'PAGO' WHERE id = $1", [charge.id]),
 *   );
 * }
 * ```
 */
export function OnPixCharge(
  event: PixChargeEvent,
  options: PixLedgerHandlerOptions = {},
): PixLedgerHandlerDecorator<PixCharge> {
  return mark({ ...options, event });
}

/** Calls the method for each task: something that a person must decide. */
export function OnPixTask(
  options: PixLedgerHandlerOptions = {},
): PixLedgerHandlerDecorator<PixTask> {
  return mark({ ...options, event: 'task' });
}

function mark(metadata: Metadata): PixLedgerHandlerDecorator<never> {
  return (_target, _key, { value }) => {
    if (!value) return;
    Reflect.defineMetadata(HANDLES, [...readMetadata(value), metadata], value);
  };
}

function readMetadata(method: object): readonly Metadata[] {
  return (Reflect.getOwnMetadata(HANDLES, method) as Metadata[] | undefined) ?? [];
}

/** A decorated method of the application. */
export interface LedgerHandler {
  readonly id: string;
  readonly event: NoticeEvent;
  readonly run: Handle<PixCharge | PixTask>;
}

/** Finds the decorated methods of all providers and controllers of the application. */
@Injectable()
export class LedgerHandlerExplorer {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /**
   * @throws ConfigurationError on a handler whose provider is not a singleton, or two with the same id
   */
  explore(account: string): LedgerHandler[] {
    const found = new Map<string, FoundHandler>();
    for (const wrapper of [...this.discovery.getProviders(), ...this.discovery.getControllers()]) {
      for (const handler of this.#readHandlers(wrapper, account)) {
        const key = `${handler.event} ${handler.id}`;
        const same = found.get(key);
        // A provider that several modules list is called once.
        if (same && same.type !== handler.type) throw sameId(handler);
        if (!same) found.set(key, handler);
      }
    }
    return [...found.values()];
  }

  *#readHandlers(wrapper: Wrapper, account: string): Generator<FoundHandler> {
    const { isSingleton, instance, prototype } = resolveTarget(wrapper);
    if (!instance || !prototype) return;
    for (const name of this.scanner.getAllMethodNames(prototype)) {
      const method = prototype[name] as LedgerHandler['run'];
      const type = prototype.constructor;
      const place = `${type.name}.${name}`;
      for (const { event, id = place, account: own = account } of readMetadata(method)) {
        if (own !== account) continue;
        if (!isSingleton) throw wrongScope(place);
        yield { id, event, type, run: method.bind(instance) };
      }
    }
  }
}

function resolveTarget(wrapper: Wrapper) {
  const isSingleton = !wrapper.isTransient && wrapper.isDependencyTreeStatic();
  const instance = toObject(isSingleton ? wrapper.instance : wrapper.metatype?.prototype);
  const prototype = isSingleton ? toObject(instance && Object.getPrototypeOf(instance)) : instance;
  return { isSingleton, instance, prototype };
}

function toObject(value: unknown): Record<string, unknown> | undefined {
  return isObject(value) ? value : undefined;
}

type Wrapper = ReturnType<DiscoveryService['getProviders']>[number];
type FoundHandler = LedgerHandler & { readonly type: object };

function wrongScope(place: string): ConfigurationError {
  return new ConfigurationError(
    `${place} handles charges of the ledger, but its provider is request-scoped or transient, or depends on one that is.`,
  );
}

function sameId({ id, event }: LedgerHandler): ConfigurationError {
  return new ConfigurationError(
    `Two handlers of ${event} have the id ${id}; set another one with the decorator's option \`id\`.`,
  );
}
