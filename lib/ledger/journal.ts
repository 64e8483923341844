import {
  eventOnArrival,
  moves,
  movesByPerson,
  type PixChargeEvent,
  type PixChargeState,
  type PixLedgerCause,
  type PixTaskReason,
} from './charge.js';
import type { Run } from './postgres-ledger-store.js';
import { selectCharges, type ChargeRow, type FullChargeRow, type TaskRow } from './rows.js';
import type { LedgerTables } from './schema.js';
import { joined, sql, type Sql } from './sql.js';

/** Why something is written. */
export interface Cause {
  readonly cause: PixLedgerCause;
  readonly what: string;
  readonly attempts?: number | undefined;
  readonly correlationId?: string | undefined;
}

/** What a notice is about. */
export type NoticeEvent = PixChargeEvent | 'task';

/** The handlers of this process; `undefined` if it has none at all. */
export type HandlerNames = (event: NoticeEvent) => readonly string[] | undefined;

/**
 * Writes what happens to charges, within one transaction: states, history, notices and tasks. A
 * charge is locked before anything of it is written.
 */
export class Journal {
  constructor(
    readonly tables: LedgerTables,
    readonly run: Run,
    private readonly handlers: HandlerNames,
  ) {}

  async lock(account: string, id: string): Promise<ChargeRow | undefined> {
    return this.#lock(sql`c.account = ${account} AND c.id = ${id}`);
  }

  /** Locks the charge that a payment belongs to: by its txid, or because a person has assigned it. */
  async lockPaid(
    account: string,
    pix: { readonly endToEndId: string; readonly txid?: string | undefined },
  ): Promise<ChargeRow | undefined> {
    const assigned = sql`SELECT p.charge FROM ${this.tables.payment} AS p
      WHERE p.account = ${account} AND p.end_to_end_id = ${pix.endToEndId}`;
    return this.#lock(
      sql`c.account = ${account} AND (c.txid = ${pix.txid} OR c.id = (${assigned}))`,
    );
  }

  /** Returns the charge with its payments and refunds. */
  async readFull({ account, id }: Pick<ChargeRow, 'account' | 'id'>): Promise<FullChargeRow> {
    const where = sql`WHERE c.account = ${account} AND c.id = ${id}`;
    const [row] = await this.run<FullChargeRow>(selectCharges(this.tables, where));
    if (!row) throw new Error(`The charge ${id} is gone.`);
    return row;
  }

  /**
   * Moves a charge if its state allows it, and tells the handlers.
   *
   * @returns whether it has moved
   */
  async move(charge: ChargeRow, to: PixChargeState, why: Cause): Promise<boolean> {
    const allowed = (why.cause === 'person' ? movesByPerson : moves)[charge.state];
    if (!allowed.includes(to)) return false;
    const from = charge.state;
    charge.state = to;
    await this.run(sql`
      UPDATE ${this.tables.charge} SET state = ${to}, changed_at = now()
      WHERE account = ${charge.account} AND id = ${charge.id}`);
    await this.note(charge, why, from);
    const event = eventOnArrival[to];
    // A cancellation that failed leaves the charge as it was.
    if (event && !(from === 'cancelling' && to === 'open')) await this.notify(charge, event);
    return true;
  }

  /** Adds a line to the history of a charge. */
  async note(charge: ChargeRow, why: Cause, from?: PixChargeState): Promise<void> {
    await this.run(sql`
      INSERT INTO ${this.tables.history} (account, charge, from_state, to_state, cause, what, attempts, correlation_id)
      VALUES (${charge.account}, ${charge.id}, ${from}, ${from && charge.state}, ${why.cause}, ${why.what},
        ${why.attempts}, ${why.correlationId})`);
  }

  async notify(charge: ChargeRow, event: PixChargeEvent): Promise<void> {
    if (this.handlers(event)?.length === 0) return;
    await this.#addNotices(charge.account, charge.id, event, await this.readFull(charge));
  }

  /** Adds a task, once for each key, and tells the handlers. */
  async addTask(task: {
    readonly account: string;
    readonly key: string;
    readonly reason: PixTaskReason;
    readonly charge?: string | null | undefined;
    readonly endToEndId?: string | null | undefined;
    readonly about?: string | undefined;
  }): Promise<void> {
    const { account, key, reason, charge, endToEndId, about } = task;
    const t = sql`t`;
    const [row] = await this.run<TaskRow>(sql`
      INSERT INTO ${this.tables.task} AS t (account, key, reason, charge, end_to_end_id, about)
      VALUES (${account}, ${key}, ${reason}, ${charge}, ${endToEndId}, ${about})
      ON CONFLICT (account, key) DO NOTHING RETURNING to_jsonb(${t}) AS row`);
    if (row) await this.#addNotices(account, charge, 'task', row);
  }

  /** A process without handlers leaves the notice to those that have some. */
  async #addNotices(
    account: string,
    charge: string | null | undefined,
    event: NoticeEvent,
    snapshot: object,
  ): Promise<void> {
    const names = this.handlers(event) ?? [null];
    if (names.length === 0) return;
    const rows = names.map(
      (name) => sql`(${account}, ${charge}, ${event}, ${name}, ${snapshot}, now())`,
    );
    await this.run(sql`
      INSERT INTO ${this.tables.notice} (account, charge, event, handler, snapshot, due)
      VALUES ${joined(rows)}`);
  }

  async #lock(where: Sql): Promise<ChargeRow | undefined> {
    const [row] = await this.run<ChargeRow>(
      sql`SELECT to_jsonb(c) || jsonb_build_object('now', now()) AS row
        FROM ${this.tables.charge} AS c WHERE ${where} FOR UPDATE`,
    );
    return row;
  }
}
