// Writes what happens to charges within one transaction, and wakes what waits for it.

import type { Logger } from '@nestjs/common';
import { observe, type PixLedgerActivity, type PixTelemetry } from '../observe/index.js';
import type { PixClient } from '../resources/index.js';
import type { PixRuntime } from '../runtime/index.js';
import {
  chargeRow,
  eventOnArrival,
  moves,
  movesByPerson,
  publicCharge,
  publicTask,
  type ChargeRow,
  type PixChargeEvent,
  type PixChargeState,
  type PixLedgerCause,
  type PixTaskReason,
} from './charge.js';
import {
  list,
  Sql,
  sql,
  toJson,
  type LedgerTables,
  type PostgresLedgerStore,
  type Statements,
  LOCK_MS,
} from './store.js';

/** What all parts of a ledger share. Times are in milliseconds. */
export interface LedgerCore {
  readonly store: PostgresLedgerStore;
  /** The name of the account. Those of its tenants begin with it and `/`. */
  readonly account: string;
  readonly handlers: HandlerNames;
  readonly runtime: PixRuntime;
  readonly telemetry?: PixTelemetry | undefined;
  /** How long a call to the bank may take. */
  readonly deadline: number;
  /** How long a row is reserved for a process; longer than two calls. */
  readonly lease: number;
  readonly poll: number;
  readonly concurrency: number;
  readonly grace: number;
  readonly mostFailures: number;
  readonly ignoresUnmatched: boolean;
  readonly trustsEvents: boolean;
  readonly chave: string | undefined;
  /** Wakes what waits for changes: the loop of this process, and that of others with LISTEN. */
  readonly changes: Changes;
  /** Aborts when the application ends. */
  readonly stopping: AbortSignal;
  readonly logger: Logger;
  /** The difference that the last books of each account had, in BRL, for metrics. */
  readonly differences: Map<string, number>;
  client(account: string): Promise<PixClient>;
}

/** Tells that rows have changed, so that nothing waits for the next poll. */
export class Changes {
  #any = new AbortController();
  #own = new AbortController();

  /** Aborts at the next change, of any process that is heard of. */
  get next(): AbortSignal {
    return this.#any.signal;
  }

  /** Aborts at the next change of this process. */
  get nextOwn(): AbortSignal {
    return this.#own.signal;
  }

  announce(isOfOthers = false): void {
    const [any, own] = [this.#any, this.#own];
    this.#any = new AbortController();
    if (!isOfOthers) this.#own = new AbortController();
    // A reason of our own: the default one is an error with a stack.
    any.abort('changed');
    if (!isOfOthers) own.abort('changed');
  }
}

/** Runs work in a transaction of the ledger, and wakes what waits for its changes. */
export async function write<T>(
  core: LedgerCore,
  work: (journal: Journal) => Promise<T>,
): Promise<T> {
  const result = await core.store.transaction(async (statements) => {
    const journal = new Journal(core, statements);
    await statements.later(sql`SET LOCAL lock_timeout = ${LOCK_MS}`);
    const worked = await work(journal);
    await journal.flush();
    return worked;
  });
  core.changes.announce();
  return result;
}

/** The condition for rows of the account and of its tenants. */
export function isOwn(core: LedgerCore): Sql {
  return sql`(account = ${core.account} OR starts_with(account, ${`${core.account}/`}))`;
}

/** Why something is written. */
export interface Cause {
  readonly cause: PixLedgerCause;
  readonly what: string;
  /** Who decided it, as the application names them. */
  readonly by?: string | undefined;
  readonly attempts?: number | undefined;
  readonly correlationId?: string | undefined;
}

/** The columns of a charge that change. */
const changing =
  'txid state terms revision snapshot payable_until ended_at due checks changed_at'.split(' ');

/** What a notice is about. */
export type NoticeEvent = PixChargeEvent | 'task';

/** The handler of a notice that a process without handlers has written. */
export const UNADDRESSED = '';

/** The handlers of this process; `undefined` if it has none at all. */
export type HandlerNames = (event: NoticeEvent) => readonly string[] | undefined;

/**
 * Writes what happens to charges, within one transaction: states, history, notices and tasks. A
 * charge is locked before anything of it is written.
 */
export class Journal {
  readonly tables: LedgerTables;
  readonly run: Statements['run'];
  readonly later: Statements['later'];
  /** Charges and lines of the history that the next statement writes. */
  readonly #changed = new Set<ChargeRow>();
  #lines: Sql[] = [];

  constructor(
    readonly core: LedgerCore,
    { run, later }: Statements,
  ) {
    this.tables = core.store.tables;
    this.run = async (statement, isProof) => {
      await this.flush();
      return run(statement, isProof);
    };
    this.later = later;
  }

  /** Changes columns of a locked charge; they are written with others that change before the next statement. */
  set(charge: ChargeRow, columns: Partial<ChargeRow>): void {
    Object.assign(charge, columns);
    this.#changed.add(charge);
  }

  /** Writes what has changed: one statement for all charges, one for all lines. */
  async flush(): Promise<void> {
    const [changed, lines] = [[...this.#changed], this.#lines];
    this.#changed.clear();
    this.#lines = [];
    const { charge, history } = this.tables;
    if (changed.length > 0) {
      // The limit tells the planner how few rows there are, so that it uses the index.
      await this.later(sql`
        UPDATE ${charge} AS c SET ${list(changing.map((name) => new Sql(`${name} = v.${name}`)))}
        FROM (SELECT * FROM jsonb_populate_recordset(NULL::${charge}, ${toJson(changed)}::jsonb)
          LIMIT ${changed.length}) AS v
        WHERE c.account = v.account AND c.id = v.id`);
    }
    if (lines.length > 0) {
      await this.later(sql`
        INSERT INTO ${history} (account, charge, from_state, to_state, cause, what, attempts, correlation_id, by)
        VALUES ${list(lines)}`);
    }
  }

  /** Runs work in a span that continues the trace in which the charge was opened. */
  observe<T>(
    charge: ChargeRow | undefined,
    step: Pick<PixLedgerActivity, 'operation' | 'handler'>,
    work: () => Promise<T>,
  ): Promise<T> {
    const { account, telemetry } = this.core;
    const trace = charge?.trace ?? undefined;
    const txid = charge?.txid ?? undefined;
    return observe(telemetry, { kind: 'ledger', ledger: account, txid, trace, ...step }, work);
  }

  async lock(account: string, id: string): Promise<ChargeRow | undefined> {
    const [row] = await this.#lock(sql`c.account = ${account} AND c.id = ${id}`);
    return row;
  }

  /** Locks the charges of commands before the next statement, in an order that all processes keep. */
  async lockAll(commands: readonly { account: string; charge: string | null }[]): Promise<void> {
    const ids = commands.map(({ account, charge }) => sql`(${account}, ${charge})`);
    await this.later(sql`
      SELECT FROM ${this.tables.charge} WHERE (account, id) IN (VALUES ${list(ids)})
      ORDER BY account, id FOR UPDATE`);
  }

  /** Locks the charge that a payment belongs to: by its txid, or because a person has assigned it. */
  async lockPaid(
    account: string,
    pix: { readonly endToEndId: string; readonly txid?: string | undefined },
  ): Promise<ChargeRow | undefined> {
    const assigned = sql`SELECT p.charge FROM ${this.tables.payment} AS p
      WHERE p.account = ${account} AND p.end_to_end_id = ${pix.endToEndId}`;
    const [row] = await this.#lock(
      sql`c.account = ${account} AND (c.txid = ${pix.txid} OR c.id = (${assigned}))`,
    );
    return row;
  }

  /** Returns the charge with its payments and refunds, as JSON. */
  async read({ account, id }: Pick<ChargeRow, 'account' | 'id'>): Promise<object> {
    const [row] = await this.run<object>(sql`
      SELECT ${publicCharge(this.tables)} AS row FROM ${this.tables.charge} AS c
      WHERE c.account = ${account} AND c.id = ${id}`);
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
    this.set(charge, { state: to, changed_at: charge.now });
    this.note(charge, why, from);
    const event = eventOnArrival[to];
    // A cancellation that failed leaves the charge as it was.
    if (event && !(from === 'cancelling' && to === 'open')) await this.notify(charge, event);
    return true;
  }

  /** Adds a line to the history of a charge. */
  note(charge: ChargeRow, why: Cause, from?: PixChargeState): void {
    const line = sql`(${charge.account}, ${charge.id}, ${from}, ${from && charge.state}, ${why.cause}, ${why.what},
      ${why.attempts}::integer, ${why.correlationId}, ${why.by})`;
    this.#lines.push(line);
  }

  async notify(charge: ChargeRow, event: PixChargeEvent): Promise<void> {
    if (this.core.handlers(event)?.length === 0) return;
    await this.#addNotices(charge.account, charge.id, event, await this.read(charge));
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
    const [row] = await this.run<object>(sql`
      INSERT INTO ${this.tables.task} AS t (account, key, reason, charge, end_to_end_id, about)
      VALUES (${account}, ${key}, ${reason}, ${charge}, ${endToEndId}, ${about})
      ON CONFLICT (account, key) DO NOTHING RETURNING ${publicTask(this.tables)} AS row`);
    if (row) await this.#addNotices(account, charge, 'task', row);
  }

  /**
   * Adds a notice for each handler; all have one number, by which the changes of a charge are ordered.
   * A process without handlers leaves it to those that have some.
   */
  async #addNotices(
    account: string,
    charge: string | null | undefined,
    event: NoticeEvent,
    snapshot: object,
  ): Promise<void> {
    const names = this.core.handlers(event) ?? [UNADDRESSED];
    if (names.length === 0) return;
    const { text } = this.tables.notice;
    await this.later(sql`
      WITH numbered AS MATERIALIZED (SELECT nextval(pg_get_serial_sequence(${text}, 'number')) AS number)
      INSERT INTO ${this.tables.notice} (number, account, charge, event, handler, snapshot, due)
      SELECT number, ${account}, ${charge}, ${event}, handler, ${snapshot}, now()
      FROM numbered, unnest(${names}) AS handler`);
  }

  #lock(where: Sql): Promise<ChargeRow[]> {
    return this.run<ChargeRow>(
      sql`SELECT ${chargeRow} AS row FROM ${this.tables.charge} AS c WHERE ${where} FOR UPDATE`,
    );
  }
}
