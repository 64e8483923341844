// The ledger as an application uses it: opens, reads, lists and decides.

import { ValueError } from '../errors/index.js';
import type { PixLedgerStatus } from '../observe/index.js';
import { Batcher, type PixTransaction, Slot } from '../receiver/index.js';
import { sleep, within } from '../runtime/index.js';
import { isInstant } from '../values/index.js';
import { checkArguments } from './arguments.js';
import {
  keepBooks,
  readDays,
  type PixBooks,
  type PixBooksDay,
  type PixBooksPeriod,
} from './books.js';
import {
  fromJson,
  publicCharge,
  publicHistory,
  publicPayment,
  publicRefund,
  publicTask,
  toTask,
  type PixCharge,
  type PixChargeKind,
  type PixChargeState,
  type PixHistoryEntry,
  type PixLedgerPayment,
  type PixLedgerRefund,
  type PixPaymentMeaning,
  type PixRefundState,
  type PixTask,
} from './charge.js';
import { claimCommands, type ClaimedCommand } from './commands.js';
import type { LedgerEngine } from './engine.js';
import { isOwn, Journal, type LedgerCore } from './journal.js';
import { added, list, Sql, sql } from './store.js';
import { resolveTask, type PixTaskDecision } from './tasks.js';
import { PixLedgerTransaction } from './transaction.js';

/** What of a list is read: the latest first, of a period if one is given. */
interface PageFilter {
  /** The earliest instant. */
  inicio?: Date | undefined;
  /** The first instant after the period. */
  fim?: Date | undefined;
  /** How many at once, up to 1000. Default: 100. */
  limit?: number | undefined;
}

/** Which charges {@link PixLedger.list} returns; the period is that of their opening. */
export interface PixChargeFilter extends PageFilter {
  state?: PixChargeState | undefined;
  kind?: PixChargeKind | undefined;
  /** Only those of these ids, at most 1000. */
  ids?: readonly string[] | undefined;
}

/** Which payments {@link PixLedger.payments} returns; the period is that of their settlement. */
export interface PixPaymentFilter extends PageFilter {
  meaning?: PixPaymentMeaning | undefined;
}

/** Which refunds {@link PixLedger.refunds} returns; the period is when they were asked for. */
export interface PixRefundFilter extends PageFilter {
  state?: PixRefundState | undefined;
}

/** A page of charges, the latest first. */
export interface PixChargePage {
  readonly charges: readonly PixCharge[];
  /** The cursor of the next page; `undefined` after the last one. */
  readonly next: string | undefined;
}

/** A page of payments, the latest first. */
export interface PixPaymentPage {
  readonly payments: readonly PixLedgerPayment[];
  /** The cursor of the next page; `undefined` after the last one. */
  readonly next: string | undefined;
}

/** A page of refunds, the latest first. */
export interface PixRefundPage {
  readonly refunds: readonly PixLedgerRefund[];
  /** The cursor of the next page; `undefined` after the last one. */
  readonly next: string | undefined;
}

/** Removes the personal data of {@link PixLedger.forget}: by age, of one person, or both. */
export interface PixForgetFilter {
  /** Bodies of charges that ended before this instant. A body without a charge: settled before it. */
  before?: Date;
  /** CPF or CNPJ of the person, only digits and letters. */
  taxId?: string;
}

/** Token of the ledgers of an application, for health checks. */
export const PIX_LEDGERS = Symbol.for('nestjs-pix.ledgers');

/** How many bodies one statement of {@link PixLedger.forget} removes by age. */
const FORGET_AT_ONCE = 10_000;

/** How often {@link PixLedger.ready} looks for an answer that another process receives. */
const LOOK_EVERY = 50;

/**
 * The charges of an account in the application's own PostgreSQL: opened in its transaction, created
 * at the bank afterwards, and followed until they are paid, expired, cancelled or refused, also
 * through crashes.
 *
 * @example
 * ```ts
 * await db.transaction(async (tx) => {
 *   await tx.insert(orders).values({ id, valor });
 *   await ledger.in(tx).open({ id, cob: { valor: { original: valor }, calendario: { expiracao: 3600 } } });
 * });
 * const charge = await ledger.ready(id, { within: 5 });
 * ```
 */
export class PixLedger {
  // Calls at the same time share a statement.
  readonly #charges: Batcher<string, { id: string } | undefined>;
  readonly #creations: Batcher<string, ClaimedCommand | undefined>;

  /** Created by `PixLedgerModule`. @internal */
  constructor(
    private readonly core: LedgerCore,
    private readonly engine: LedgerEngine,
    /** Name of the account. */
    readonly account: string = core.account,
  ) {
    const { runtime, store } = core;
    const readCharges = async (ids: readonly string[]) => {
      const rows = await store.run<{ id: string }>(sql`
        SELECT ${publicCharge(store.tables)} AS row FROM ${store.tables.charge} AS c
        WHERE c.account = ${account} AND c.id = ANY (${ids})`);
      const found = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => found.get(id));
    };
    const claimCreations = async (ids: readonly string[]) => {
      const own = sql`c.account = ${account} AND c.charge = ANY (${ids}) AND c.operation = 'create'
        AND c.due IS NOT NULL AND (c.due <= now() OR c.attempts = 0)`;
      const rows = await claimCommands(core, ids.length, [], own);
      // An id that is asked for twice is claimed once.
      return ids.map((id, at) =>
        ids.indexOf(id) === at ? rows.find(({ charge }) => charge === id) : undefined,
      );
    };
    this.#charges = new Batcher({ slot: new Slot(runtime), send: readCharges });
    this.#creations = new Batcher({ slot: new Slot(runtime), send: claimCreations });
  }

  /**
   * The charges of a tenant, whose client the option `client` of the module supplies.
   *
   * @throws ValueError if the name is no text of 1 to 200 characters
   */
  tenant(name: string): PixLedger {
    checkArguments('tenant()', { name });
    return new PixLedger(this.core, this.engine, `${this.core.account}/${name}`);
  }

  /**
   * Returns the ledger within an open transaction: a client of `pg`, the `tx` of Drizzle, Prisma or
   * PGlite, or the `EntityManager` of TypeORM. Nothing is sent there.
   *
   * @param options `by`: who decides what is written there, for the history: the id of a user, not
   * personal data. At most 200 characters
   * @throws ValueError on another argument
   * @throws ConfigurationError if the transaction is of another library
   */
  in(transaction: PixTransaction, options: { by?: string | undefined } = {}): PixLedgerTransaction {
    checkArguments('in()', { transaction, ...options });
    const journal = new Journal(this.core, this.core.store.join(transaction));
    return new PixLedgerTransaction(this.account, journal, { ...options }.by);
  }

  /**
   * Waits until the bank has answered the creation of a charge. Call it after the commit.
   *
   * @param options `within`: how long at most, in seconds. Default: 5
   * @returns what is known when the bank has answered, the time is over or the application ends: a
   * charge that is still `opening` is created later
   * @throws ValueError if the charge is not visible: its transaction is not committed; or on a `within` that is none
   */
  async ready(id: string, { within: limit = 5 }: { within?: number } = {}): Promise<PixCharge> {
    const { core } = this;
    const { runtime } = core;
    const until = runtime.elapsed() + limit * 1000;
    if (Number.isNaN(until)) throw new ValueError('within must be a number of seconds.');
    const timeLeft = () => (core.stopping.aborted ? 0 : Math.max(0, until - runtime.elapsed()));
    core.store.assertFree();
    const command = await this.#creations.add(id);
    if (command) {
      const run = this.engine.track('The command create', () => this.engine.run(command));
      const created = await within(runtime, timeLeft(), 'the bank', run).catch(() => undefined);
      if (created) return created;
    }
    for (;;) {
      const charge = await this.get(id);
      if (!charge) {
        throw new ValueError(
          `The charge ${JSON.stringify(id)} is not visible: commit the transaction that opens it first.`,
        );
      }
      if (command || charge.state !== 'opening' || timeLeft() === 0) return charge;
      await sleep(runtime, Math.min(LOOK_EVERY, timeLeft()), core.stopping);
    }
  }

  /** Reads a charge with its payments and refunds; `undefined` if it does not exist. */
  async get(id: string): Promise<PixCharge | undefined> {
    this.core.store.assertFree();
    const row = await this.#charges.add(id);
    return row && (fromJson(row) as PixCharge);
  }

  /**
   * Reads a charge now and each time that it has changed, in whichever process: for a page with the
   * status of an order. Looks as often as the option `poll` says, at once with the option `listen`.
   *
   * @param options `signal`: ends it
   */
  async *watch(id: string, { signal }: { signal?: AbortSignal } = {}): AsyncGenerator<PixCharge> {
    const { runtime, poll, changes, stopping } = this.core;
    let last = '';
    while (!signal?.aborted && !stopping.aborted) {
      const change = changes.next;
      const charge = await this.get(id);
      const text = JSON.stringify(charge);
      if (charge && text !== last) yield charge;
      last = text;
      await sleep(runtime, poll, signal, stopping, change);
    }
  }

  /**
   * Reads a page of charges, the latest first.
   *
   * @param cursor `next` of the page before
   * @throws ValueError on an invalid filter or cursor
   */
  async list(filter: PixChargeFilter = {}, cursor?: string): Promise<PixChargePage> {
    checkArguments('list()', filter);
    const { state, kind, ids } = filter;
    const where = sql`${only(sql`c.state`, state)} ${only(sql`c.kind`, kind)}
      ${ids === undefined ? sql`` : sql`AND c.id = ANY (${ids})`}`;
    const { tables } = this.core.store;
    const from = { table: tables.charge, as: sql`c`, at: sql`created_at`, key: sql`id` };
    const { rows, next } = await this.#page(publicCharge(tables), from, where, filter, cursor);
    return { charges: rows.map((row) => fromJson(row) as PixCharge), next };
  }

  /**
   * Reads a page of recorded payments, the latest first.
   *
   * @param cursor `next` of the page before
   * @throws ValueError on an invalid filter or cursor
   */
  async payments(filter: PixPaymentFilter = {}, cursor?: string): Promise<PixPaymentPage> {
    checkArguments('payments()', filter);
    const table = this.core.store.tables.payment;
    const from = { table, as: sql`p`, at: sql`horario`, key: sql`end_to_end_id` };
    const where = only(sql`p.meaning`, filter.meaning);
    const { rows, next } = await this.#page(publicPayment, from, where, filter, cursor);
    return { payments: rows.map((row) => fromJson(row) as PixLedgerPayment), next };
  }

  /**
   * Reads a page of refunds, the latest first.
   *
   * @param cursor `next` of the page before
   * @throws ValueError on an invalid filter or cursor
   */
  async refunds(filter: PixRefundFilter = {}, cursor?: string): Promise<PixRefundPage> {
    checkArguments('refunds()', filter);
    const table = this.core.store.tables.refund;
    const key = sql`end_to_end_id || ' ' || r.refund_id`;
    const from = { table, as: sql`r`, at: sql`asked_at`, key };
    const where = only(sql`r.state`, filter.state);
    const { rows, next } = await this.#page(publicRefund, from, where, filter, cursor);
    return { refunds: rows.map((row) => fromJson(row) as PixLedgerRefund), next };
  }

  /** Reads what happened to a charge, in order: who moved it, when, why and after how many attempts. */
  async history(id: string): Promise<PixHistoryEntry[]> {
    checkArguments('charge', { id });
    const { run, tables } = this.core.store;
    // The row of a charge is the line of its opening.
    const rows = await run<object>(sql`
      WITH h AS (
        SELECT 0 AS number, created_at AS at, NULL AS from_state, 'opening' AS to_state, 'person' AS cause,
          'open' AS what, NULL::integer AS attempts, NULL AS correlation_id, opened_by AS by
        FROM ${tables.charge} WHERE account = ${this.account} AND id = ${id}
        UNION ALL SELECT number, at, from_state, to_state, cause, what, attempts, correlation_id, by
        FROM ${tables.history} WHERE account = ${this.account} AND charge = ${id}
      )
      SELECT ${publicHistory} AS row FROM h ORDER BY number`);
    return rows.map((row) => fromJson(row) as PixHistoryEntry);
  }

  /** Reads the tasks that wait for a person, the oldest first; at most 1000. */
  async tasks({ charge }: { charge?: string } = {}): Promise<PixTask[]> {
    checkArguments('tasks()', { charge });
    const { run, tables } = this.core.store;
    const rows = await run<object>(sql`
      SELECT ${publicTask(tables)} AS row FROM ${tables.task} AS t
      WHERE account = ${this.account} AND decided_at IS NULL ${only(sql`t.charge`, charge)}
      ORDER BY number LIMIT 1000`);
    return rows.map(toTask);
  }

  /**
   * Carries out what a person decides about a task.
   *
   * @param number of the task
   * @throws ValueError if the task does not exist, is decided, or does not have this choice
   */
  async resolve(number: number, decision: PixTaskDecision): Promise<PixTask> {
    checkArguments('resolve()', { number, ...decision });
    return resolveTask(this.core, this.account, number, decision);
  }

  /**
   * Counts a period against the bank's lists to the cent, and imports what the ledger lacks: after a
   * lost notification, or after the database was restored from a backup.
   *
   * @throws ValueError if the period is none
   * @throws PixAPIException if the bank cannot list it completely, or a payment of its list cannot be
   * read: the others are imported, and it becomes a task
   */
  async books(period: PixBooksPeriod): Promise<PixBooks> {
    const books = await keepBooks(this.core, this.account, period);
    this.core.differences.set(this.account, Number(books.difference));
    return books;
  }

  /**
   * Reads what was received and refunded on each day of a period, as the ledger has it: for a chart.
   * Days without either are left out.
   *
   * @throws ValueError if the period is none
   */
  async days(period: PixBooksPeriod): Promise<PixBooksDay[]> {
    return readDays(this.core, this.account, period);
  }

  /**
   * Returns what waits to be settled, with that of tenants, for health checks and metrics.
   *
   * @throws Error if the tables cannot be written, as on a standby, or are missing or of an older version
   */
  async status(): Promise<PixLedgerStatus> {
    const { run, tables } = this.core.store;
    const isTenant = this.account !== this.core.account;
    const own = isTenant ? sql`account = ${this.account}` : isOwn(this.core);
    // These parts of the statement select no rows. They fail on tables that cannot be written, or lack a column.
    const columns = added.map(
      ([table, column]) => sql`(SELECT ${new Sql(column)} FROM ${tables[table]} LIMIT 0)`,
    );
    const [row] = await run<PixLedgerStatus>(sql`
      WITH unsettled AS (
        SELECT created_at AS since FROM ${tables.command} WHERE ${own} AND due < 'infinity'
        UNION ALL SELECT created_at FROM ${tables.notice}
          WHERE ${own} AND due IS NOT NULL AND handler <> ''
        UNION ALL SELECT recorded_at FROM ${tables.payment} WHERE ${own} AND meaning IS NULL
        -- Charges whose reading is late, has failed, or decides about their end.
        UNION ALL SELECT greatest(created_at, payable_until, ended_at) FROM ${tables.charge}
          WHERE ${own} AND due < now() + interval '15 seconds'
            AND (checks > 0 OR due < now() OR ended_at IS NOT NULL)
        UNION ALL SELECT now() FROM (SELECT FROM ${tables.charge} LIMIT 0 FOR UPDATE) AS none
        UNION ALL SELECT now() WHERE false AND jsonb_build_array(${list(columns)}) IS NULL
      )
      SELECT jsonb_build_object(
        'unsettled', count(*),
        'oldestUnsettled', coalesce(greatest(0, extract(epoch FROM now() - min(since))), 0)::float8,
        'tasks', (SELECT count(*) FROM ${tables.task} WHERE ${own} AND decided_at IS NULL)
      ) AS row FROM unsettled`);
    return row ?? { unsettled: 0, oldestUnsettled: 0, tasks: 0 };
  }

  /**
   * Removes personal data: the bodies that were sent, and their digests. Amounts, identifiers, payments
   * and history stay. With `taxId`, removes all bodies of each charge that has the CPF or CNPJ in one of
   * them, and of the charges of its recurrence. Bodies by which others are found are removed last.
   *
   * @returns how many bodies were removed, and how many of the person are still needed: repeat the call
   * until none is
   * @throws ValueError without a filter, or if taxId is none
   */
  async forget(filter: PixForgetFilter): Promise<{ removed: number; kept: number }> {
    checkArguments('forget()', filter);
    const { before, taxId } = filter;
    if (before === undefined && taxId === undefined)
      throw new ValueError('forget() requires before or taxId.');
    const { charge, command } = this.core.store.tables;
    const own = sql`k.account = ${this.account} AND k.body <> '{}'`;
    const isOld = sql`greatest(k.created_at, k.finished_at) < ${before} AND NOT EXISTS (
      SELECT FROM ${charge} AS c WHERE c.account = k.account AND c.id = k.charge
        AND (c.state IN ('opening', 'open', 'cancelling') OR c.changed_at >= ${before}))`;
    const isFree = sql`k.due IS NULL AND (${before === undefined} OR ${isOld})`;
    const byAge = sql`SELECT k.number, true AS is_free, false AS links FROM ${command} AS k
      WHERE ${own} AND ${isFree} LIMIT ${FORGET_AT_ONCE}`;
    const ofPerson = sql`
      WITH person AS MATERIALIZED (
        SELECT k.number, k.charge FROM ${command} AS k
        WHERE ${own} AND jsonb_path_exists(k.body, '$.** ? (@ == $id)', jsonb_build_object('id', ${taxId}))
      ), linked AS (
        SELECT charge FROM person UNION SELECT k.charge FROM ${command} AS k
        JOIN ${charge} AS rec ON rec.account = k.account AND rec.kind = 'rec' AND rec.txid = k.body ->> 'idRec'
        WHERE ${own} AND rec.id IN (SELECT charge FROM person)
      ), every AS (
        SELECT k.number FROM ${command} AS k JOIN linked ON linked.charge = k.charge WHERE ${own}
        UNION SELECT number FROM person
      )
      SELECT k.number, ${isFree} AS is_free, k.number IN (SELECT number FROM person) OR k.body ->> 'idRec' IS NOT NULL AS links
      FROM ${command} AS k JOIN every ON every.number = k.number`;
    for (let removed = 0; ;) {
      const [row] = await this.core.store.run<{ removed: number; kept: number }>(sql`
        WITH found AS (${taxId === undefined ? byAge : ofPerson}), removed AS (
          UPDATE ${command} AS k SET body = '{}' FROM found WHERE k.number = found.number AND is_free
            AND k.due IS NULL AND NOT (links AND EXISTS (SELECT FROM found WHERE NOT is_free))
          RETURNING k.account, k.charge
        ), digests AS (
          UPDATE ${charge} AS c SET digest = '' FROM removed AS r WHERE c.account = r.account AND c.id = r.charge
        )
        SELECT jsonb_build_object('removed', (SELECT count(*) FROM removed),
          'kept', (SELECT count(*) FROM found) - (SELECT count(*) FROM removed)) AS row`);
      const { removed: now, kept } = row ?? { removed: 0, kept: 0 };
      removed += now;
      if (taxId !== undefined || now + kept < FORGET_AT_ONCE) return { removed, kept };
    }
  }

  /** Returns an empty object for `JSON.stringify`. */
  toJSON(): object {
    return {};
  }

  /** Reads a page of rows, ordered by an instant and a key. */
  async #page(
    columns: Sql,
    { table, as, at, key }: Readonly<Record<'table' | 'as' | 'at' | 'key', Sql>>,
    where: Sql,
    { inicio, fim, limit = 100 }: PageFilter,
    cursor: string | undefined,
  ): Promise<{ rows: object[]; next: string | undefined }> {
    const after = cursor === undefined ? undefined : readCursor(cursor);
    const found = await this.core.store.run<{ place: [string, string]; row: object }>(sql`
      SELECT jsonb_build_object('place', jsonb_build_array(${as}.${at}, ${as}.${key}), 'row', ${columns}) AS row
      FROM ${table} AS ${as} WHERE ${as}.account = ${this.account} ${where}
        ${inicio ? sql`AND ${as}.${at} >= ${inicio}` : sql``}
        ${fim ? sql`AND ${as}.${at} < ${fim}` : sql``}
        ${after ? sql`AND (${as}.${at}, ${as}.${key}) < (${after[0]}::timestamptz, ${after[1]})` : sql``}
      ORDER BY ${as}.${at} DESC, ${as}.${key} DESC LIMIT ${limit + 1}`);
    const rows = found.slice(0, limit).map(({ row }) => row);
    const last = found.length > limit ? found[limit - 1] : undefined;
    const next = last && Buffer.from(JSON.stringify(last.place)).toString('base64url');
    return { rows, next };
  }
}

const only = (column: Sql, value: string | undefined) =>
  value === undefined ? sql`` : sql`AND ${column} = ${value}`;

/** @throws ValueError on a text that is no cursor */
function readCursor(cursor: string): readonly [string, string] {
  try {
    const [at, key] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    // An instant that PostgreSQL reads: it knows no year 0, and offsets up to 15 hours.
    if (isInstant(at) && /^[1-9].*[+-](0\d|1[0-4]):\d\d$/.test(at) && typeof key === 'string')
      return [at, key];
  } catch {
    // Refused below.
  }
  throw new ValueError('cursor must be the `next` of another page.');
}
