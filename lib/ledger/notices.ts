import {
  LeaseLostError,
  type PixTransaction,
  type PixTransactionClient,
} from '../receiver/index.js';
import { isOwn, write, type LedgerCore } from './core.js';
import type { LedgerHandler, PixLedgerContext } from './handlers.js';
import type { NoticeEvent } from './journal.js';
import { IDLE_MS, type Run } from './postgres-ledger-store.js';
import { toCharge, toTask, type FullChargeRow, type TaskRow } from './rows.js';
import { pause, seconds, sql } from './sql.js';

/** A notice that this process has claimed. */
export interface ClaimedNotice {
  readonly number: number;
  readonly account: string;
  readonly charge: string | null;
  readonly event: NoticeEvent;
  readonly handler: string;
  readonly snapshot: FullChargeRow | TaskRow;
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
): Promise<ClaimedNotice[]> {
  if (handlers.length === 0) return [];
  await addressNotices(core, handlers);
  const { notice } = core.store.tables;
  const known = handlers.map(({ id, event }) => `${event} ${id}`);
  return core.store.run<ClaimedNotice>(sql`
    WITH next AS (
      SELECT n.number FROM ${notice} AS n
      WHERE n.due <= now() AND (n.lease_until IS NULL OR n.lease_until < now()) AND ${isOwn(core)}
        AND n.event || ' ' || n.handler = ANY (${known})
        AND NOT EXISTS (
          SELECT FROM ${notice} AS earlier WHERE earlier.account = n.account AND earlier.charge = n.charge
            AND earlier.number < n.number AND earlier.due IS NOT NULL
            AND earlier.event || ' ' || earlier.handler = ANY (${known})
        )
      ORDER BY n.due LIMIT ${limit} FOR UPDATE OF n SKIP LOCKED
    )
    UPDATE ${notice} AS n SET lease_until = now() + ${seconds(NOTICE_LEASE / 1000)},
      fence = n.fence + 1, attempts = n.attempts + 1
    FROM next WHERE n.number = next.number
    RETURNING to_jsonb(n) AS row`);
}

/** Gives each handler its own notice where a process without handlers has written one for all. */
async function addressNotices(core: LedgerCore, handlers: readonly LedgerHandler[]): Promise<void> {
  const { notice } = core.store.tables;
  const [ids, events] = [handlers.map(({ id }) => id), handlers.map(({ event }) => event)];
  await core.store.run(sql`
    WITH open AS (
      SELECT number FROM ${notice} WHERE due <= now() AND handler IS NULL AND ${isOwn(core)}
      ORDER BY number LIMIT 100 FOR UPDATE SKIP LOCKED
    ), taken AS (
      DELETE FROM ${notice} AS n USING open WHERE n.number = open.number RETURNING n.*
    )
    INSERT INTO ${notice} (account, charge, event, handler, snapshot, due)
    SELECT taken.account, taken.charge, taken.event, own.id, taken.snapshot, now()
    FROM taken JOIN unnest(${ids}, ${events}) AS own (id, event) ON own.event = taken.event
    ORDER BY taken.number`);
}

/** Runs the handler of a claimed notice. */
export async function runNotice(
  core: LedgerCore,
  handler: LedgerHandler,
  notice: ClaimedNotice,
): Promise<void> {
  const context = new NoticeContext(core, notice);
  const { snapshot } = notice;
  try {
    const subject =
      notice.event === 'task' ? toTask(snapshot as TaskRow) : toCharge(snapshot as FullChargeRow);
    await handler.run(subject, context);
    if (!context.completesItself) await context.complete(core.store.run);
  } catch (error) {
    await fail(core, notice);
    throw error;
  } finally {
    context.release();
  }
}

/** Lets a notice be delivered again, or be a task after the last failure. */
function fail(
  core: LedgerCore,
  { account, charge, number, fence, attempts, handler }: ClaimedNotice,
) {
  const isLast = attempts >= core.mostFailures;
  return write(core, async (journal) => {
    const due = isLast ? sql`NULL` : sql`now() + ${pause(attempts)}`;
    const rows = await journal.run(sql`
      UPDATE ${journal.tables.notice} SET lease_until = NULL, due = ${due}
      WHERE number = ${number} AND fence = ${fence} AND completed_at IS NULL
      RETURNING to_jsonb(true) AS row`);
    if (!isLast || rows.length === 0) return;
    const key = `notice:${number}`;
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
  readonly #lost = new AbortController();
  readonly #core: LedgerCore;
  #cancel: () => void;

  constructor(core: LedgerCore, { event, number, fence }: ClaimedNotice) {
    [this.event, this.number, this.fence] = [event, number, fence];
    this.#core = core;
    this.signal = this.#lost.signal;
    this.#cancel = this.#renewLater();
  }

  /** Returns a bound function, so that a handler may destructure it from its context. */
  get transaction(): PixLedgerContext['transaction'] {
    return (work) => this.#transaction(work);
  }

  get completeIn(): PixLedgerContext['completeIn'] {
    return (transaction) => this.#completeIn(transaction);
  }

  /** @throws LeaseLostError if another process has taken or completed the notice */
  async complete(run: Run): Promise<void> {
    const { notice } = this.#core.store.tables;
    const rows = await run(sql`
      UPDATE ${notice} SET completed_at = now(), due = NULL, lease_until = NULL
      WHERE number = ${this.number} AND fence = ${this.fence} AND completed_at IS NULL
      RETURNING to_jsonb(true) AS row`);
    if (rows.length === 0) throw this.#leaseLost();
  }

  release(): void {
    this.#cancel();
  }

  async #transaction<T>(work: (client: PixTransactionClient) => Promise<T>): Promise<T> {
    this.completesItself = true;
    let result: { readonly value: T } | undefined;
    try {
      return await this.#core.store.transaction(async (run, client) => {
        await this.complete(run);
        result = { value: await work(client) };
        return result.value;
      });
    } catch (error) {
      // The answer to the commit may be lost: the row tells.
      if (result && (await this.#isCompleted())) return result.value;
      throw error;
    }
  }

  async #completeIn(transaction: PixTransaction): Promise<void> {
    await this.complete(this.#core.store.join(transaction));
    this.completesItself = true;
  }

  async #isCompleted(): Promise<boolean> {
    const { store } = this.#core;
    const [isCompleted] = await store.run<boolean>(sql`
      SELECT to_jsonb(completed_at IS NOT NULL AND fence = ${this.fence}) AS row
      FROM ${store.tables.notice} WHERE number = ${this.number} FOR SHARE`);
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
          SELECT number FROM ${store.tables.notice}
          WHERE number = ${this.number} AND fence = ${this.fence} FOR UPDATE SKIP LOCKED
        ), renewed AS (
          UPDATE ${store.tables.notice} AS n SET lease_until = now() + ${seconds(NOTICE_LEASE / 1000)}
          FROM own WHERE n.number = own.number AND n.completed_at IS NULL
        )
        SELECT to_jsonb(CASE WHEN fence = ${this.fence} THEN 'held' ELSE 'lost' END) AS row
        FROM ${store.tables.notice} WHERE number = ${this.number}`);
      if (state !== 'held') this.#lost.abort(this.#leaseLost());
    } catch {
      // The next renewal is in time, or the lease ends and its successor has a higher fence.
    }
  }

  #leaseLost(): LeaseLostError {
    return new LeaseLostError(`notice ${this.number}`, 'another process has taken or completed it');
  }
}
