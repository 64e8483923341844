// Tells handlers what has happened to a charge, each once in its own transaction.

import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { ConfigurationError } from '../errors/index.js';
import { observe } from '../observe/index.js';
import {
  createMark,
  findMethods,
  LeaseLostError,
  type PixMethodDecorator,
  type PixTransaction,
  type PixTransactionClient,
} from '../receiver/index.js';
import { fromJson, toTask, type PixCharge, type PixChargeEvent, type PixTask } from './charge.js';
import { isOwn, UNADDRESSED, write, type LedgerCore, type NoticeEvent } from './journal.js';
import { IDLE_MS, pause, seconds, sql, type Run, type Sql } from './store.js';

/** The second argument of a handler. */
export interface PixLedgerContext {
  /** What happened to the charge, or `task`. */
  readonly event: PixChargeEvent | 'task';
  /** The number of the notice: the same each time that this handler receives this change. */
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
export type PixLedgerHandlerDecorator<Subject> = PixMethodDecorator<Handle<Subject>>;

interface Metadata extends PixLedgerHandlerOptions {
  readonly event: NoticeEvent;
}

const { read, mark } = createMark<Metadata>('nestjs-pix.ledger.handles');

/**
 * Calls the method for each charge that this happens to. The handlers of a charge run in the order of
 * its changes; charges do not wait for each other. A handler that fails, or during which the process
 * ends, runs again after a pause. After 10 such runs it becomes a task.
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

/**
 * Calls the method for each task: something that a person must decide. After 10 runs that fail, it is
 * not called again for this task, which waits in `tasks()` all the same.
 */
export function OnPixTask(
  options: PixLedgerHandlerOptions = {},
): PixLedgerHandlerDecorator<PixTask> {
  return mark({ ...options, event: 'task' });
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
    const found = new Map<string, LedgerHandler & { readonly type: object }>();
    const methods = findMethods(this.discovery, this.scanner, read);
    for (const { place, instance, call, metadata } of methods) {
      const { event, id = place, account: own = account } = metadata;
      if (own !== account) continue;
      const [key, type] = [`${event} ${id}`, instance.constructor];
      const same = found.get(key);
      // A provider that several modules list is called once.
      if (same && same.type !== type) {
        throw new ConfigurationError(
          `Two handlers of ${event} have the id ${id}; set another one with the decorator's option \`id\`.`,
        );
      }
      if (!same) found.set(key, { id, event, type, run: call });
    }
    return [...found.values()];
  }
}

/** A notice that this process has claimed. */
export interface ClaimedNotice {
  readonly number: number;
  readonly account: string;
  readonly charge: string | null;
  readonly event: NoticeEvent;
  readonly handler: string;
  readonly snapshot: object;
  readonly trace: Record<string, string> | null;
  readonly attempts: number;
  readonly fence: number;
}

/** How long a notice is reserved, in milliseconds. A running handler renews it three times per lease. */
const NOTICE_LEASE = 2 * IDLE_MS;

/**
 * Reserves notices for the handlers of this process. Those of a charge are taken in their order; a
 * notice that became a task does not hold up the next ones.
 */
export async function claimNotices(
  core: LedgerCore,
  handlers: readonly LedgerHandler[],
  limit: number,
  full: readonly string[] = [],
): Promise<ClaimedNotice[]> {
  if (handlers.length === 0) return [];
  const { notice, charge } = core.store.tables;
  const [ids, events] = [handlers.map(({ id }) => id), handlers.map(({ event }) => event)];
  // Gives each handler its own notice where a process without handlers has written one for all.
  await core.store.run(sql`
    WITH open AS (
      SELECT number FROM ${notice}
      WHERE due <= now() AND handler = ${UNADDRESSED} AND ${isOwn(core)}
      ORDER BY number LIMIT 100 FOR UPDATE SKIP LOCKED
    ), taken AS (
      DELETE FROM ${notice} AS n USING open
      WHERE n.number = open.number AND n.handler = ${UNADDRESSED} RETURNING n.*
    )
    INSERT INTO ${notice} (number, account, charge, event, handler, snapshot, due, created_at)
    SELECT taken.number, taken.account, taken.charge, taken.event, own.id, taken.snapshot, now(), taken.created_at
    FROM taken JOIN unnest(${ids}, ${events}) AS own (id, event) ON own.event = taken.event`);
  const known = (name: Sql) =>
    sql`${name}.event || ' ' || ${name}.handler = ANY (${handlers.map(({ id, event }) => `${event} ${id}`)})`;
  return core.store.run<ClaimedNotice>(sql`
    WITH next AS (
      SELECT n.number, n.handler FROM ${notice} AS n
      WHERE n.due <= now() AND (n.lease_until IS NULL OR n.lease_until < now()) AND ${isOwn(core)}
        AND ${known(sql`n`)} AND n.handler <> ALL (${full}) AND NOT EXISTS (
          SELECT FROM ${notice} AS earlier WHERE earlier.account = n.account AND earlier.charge = n.charge
            AND earlier.number < n.number AND earlier.due IS NOT NULL
            AND (${known(sql`earlier`)} OR earlier.handler = ${UNADDRESSED})
        )
      ORDER BY n.due LIMIT ${limit} FOR UPDATE OF n SKIP LOCKED
    )
    UPDATE ${notice} AS n SET lease_until = now() + ${seconds(NOTICE_LEASE / 1000)},
      fence = n.fence + 1, attempts = n.attempts + 1
    FROM next WHERE n.number = next.number AND n.handler = next.handler
    RETURNING to_jsonb(n) || jsonb_build_object('trace',
      (SELECT trace FROM ${charge} AS c WHERE c.account = n.account AND c.id = n.charge)) AS row`);
}

/** Runs the handler of a claimed notice. */
export async function runNotice(
  core: LedgerCore,
  handler: LedgerHandler,
  notice: ClaimedNotice,
): Promise<void> {
  // The last run ended with its process.
  if (notice.attempts > core.mostFailures) return fail(core, notice);
  const context = new NoticeContext(core, notice);
  const { event, snapshot, trace } = notice;
  const subject = event === 'task' ? toTask(snapshot) : (fromJson(snapshot) as PixCharge);
  const txid = 'identifier' in subject ? subject.identifier : undefined;
  const step = { kind: 'ledger', operation: 'handler', ledger: core.account } as const;
  try {
    const own = { handler: handler.id, txid, trace: trace ?? undefined };
    await observe(core.telemetry, { ...step, ...own }, async () => {
      await handler.run(subject, context);
      // The handler may have caught it, and the notice is not completed.
      if (context.failure !== undefined) throw context.failure;
      if (!context.completesItself) await context.complete(core.store.run);
    });
  } catch (error) {
    await fail(core, notice);
    throw error;
  } finally {
    context.release();
  }
}

/** Lets a notice be delivered again, or be a task after the last failure, if it is not of a task itself. */
function fail(core: LedgerCore, notice: ClaimedNotice) {
  const { account, charge, number, event, fence, attempts, handler } = notice;
  const isLast = attempts >= core.mostFailures;
  return write(core, async (journal) => {
    const due = isLast ? sql`NULL` : sql`now() + ${pause(attempts)}`;
    const rows = await journal.run(sql`
      UPDATE ${journal.tables.notice} SET lease_until = NULL, due = ${due}
      WHERE number = ${number} AND handler = ${handler} AND fence = ${fence} AND completed_at IS NULL
      RETURNING to_jsonb(true) AS row`);
    if (!isLast || rows.length === 0) return;
    // A task about it would call the same handler, whose failure would become a task, without end.
    if (event === 'task') {
      core.logger.error(`${handler} failed ${attempts} times on a task, and is not called again.`);
      return;
    }
    const key = `notice:${number}:${fence}:${handler}`;
    await journal.addTask({ account, key, reason: 'handler failed', charge, about: handler });
  });
}

/** One run of a handler. */
class NoticeContext implements PixLedgerContext {
  readonly event: NoticeEvent;
  readonly number: number;
  readonly fence: number;
  readonly signal: AbortSignal;
  completesItself = false;
  /** Why the last {@link transaction} of the handler is not committed. */
  failure: Error | undefined;
  readonly #lost = new AbortController();
  readonly #core: LedgerCore;
  readonly #own: Sql;
  #cancel: () => void;

  constructor(core: LedgerCore, { event, number, fence, handler }: ClaimedNotice) {
    [this.event, this.number, this.fence] = [event, number, fence];
    this.#core = core;
    this.#own = sql`number = ${number} AND handler = ${handler}`;
    this.signal = this.#lost.signal;
    this.#cancel = this.#renewLater();
  }

  // Functions, so that a handler may destructure them from its context.

  readonly transaction: PixLedgerContext['transaction'] = async (work) => {
    [this.completesItself, this.failure] = [true, undefined];
    let ended: { readonly value: Awaited<ReturnType<typeof work>> } | undefined;
    try {
      return await this.#core.store.transaction(async ({ run }, client) => {
        await this.complete(run);
        ended = { value: await work(client) };
        return ended.value;
      });
    } catch (error) {
      // The answer to the commit may be lost: the row tells.
      this.failure = error as Error;
      if (!ended || !(await this.#isCompleted())) throw error;
      this.failure = undefined;
      return ended.value;
    }
  };

  readonly completeIn: PixLedgerContext['completeIn'] = async (transaction) => {
    await this.complete(this.#core.store.join(transaction).run);
    this.completesItself = true;
  };

  /** @throws LeaseLostError if another process has taken or completed the notice */
  async complete(run: Run): Promise<void> {
    const { notice } = this.#core.store.tables;
    const rows = await run(sql`
      UPDATE ${notice} SET completed_at = now(), due = NULL, lease_until = NULL
      WHERE ${this.#own} AND fence = ${this.fence} AND completed_at IS NULL
      RETURNING to_jsonb(true) AS row`);
    if (rows.length === 0) throw this.#leaseLost();
  }

  release(): void {
    this.#cancel();
  }

  async #isCompleted(): Promise<boolean> {
    const { store } = this.#core;
    const [isCompleted] = await store.run<boolean>(sql`
      SELECT to_jsonb(completed_at IS NOT NULL AND fence = ${this.fence}) AS row
      FROM ${store.tables.notice} WHERE ${this.#own} FOR SHARE`);
    return isCompleted === true;
  }

  #renewLater(): () => void {
    return this.#core.runtime.after(NOTICE_LEASE / 3, () => void this.#renew(), {
      background: true,
    });
  }

  /** A row that the handler's transaction has locked cannot be taken either. */
  async #renew(): Promise<void> {
    this.#cancel = this.#renewLater();
    const { store } = this.#core;
    try {
      const [state] = await store.run<'held' | 'lost'>(sql`
        WITH own AS (
          SELECT number, handler FROM ${store.tables.notice}
          WHERE ${this.#own} AND fence = ${this.fence} FOR UPDATE SKIP LOCKED
        ), renewed AS (
          UPDATE ${store.tables.notice} AS n SET lease_until = now() + ${seconds(NOTICE_LEASE / 1000)}
          FROM own WHERE n.number = own.number AND n.handler = own.handler AND n.completed_at IS NULL
        )
        SELECT to_jsonb(CASE WHEN fence = ${this.fence} THEN 'held' ELSE 'lost' END) AS row
        FROM ${store.tables.notice} WHERE ${this.#own}`);
      if (state !== 'held') this.#lost.abort(this.#leaseLost());
    } catch {
      // The next renewal is in time, or the lease ends and its successor has a higher fence.
    }
  }

  #leaseLost(): LeaseLostError {
    return new LeaseLostError(`notice ${this.number}`, 'another process has taken or completed it');
  }
}
