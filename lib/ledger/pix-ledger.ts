import { ValueError } from '../errors/index.js';
import type { PixTransaction } from '../receiver/public.js';
import { sleep } from '../runtime/index.js';
import { keepBooks, type PixBooks, type PixBooksPeriod } from './books.js';
import type {
  PixCharge,
  PixChargeKind,
  PixChargeState,
  PixHistoryEntry,
  PixTask,
} from './charge.js';
import { claimCommands, runCommand } from './commands.js';
import { openJournal, type LedgerCore } from './core.js';
import type { LedgerEngine } from './engine.js';
import { resolveTask, type PixTaskDecision } from './resolve.js';
import {
  selectCharges,
  toCharge,
  toHistoryEntry,
  toTask,
  type FullChargeRow,
  type HistoryRow,
  type TaskRow,
} from './rows.js';
import { sql } from './sql.js';
import { PixLedgerTransaction } from './transaction.js';

/** Which charges {@link PixLedger.list} returns. */
export interface PixChargeFilter {
  state?: PixChargeState;
  kind?: PixChargeKind;
  /** Only those of these ids, at most 1000. */
  ids?: readonly string[];
  /** How many at once, up to 1000. Default: 100. */
  limit?: number;
}

/** A page of charges, the latest first. */
export interface PixChargePage {
  readonly charges: readonly PixCharge[];
  /** The cursor of the next page; `undefined` after the last one. */
  readonly next: string | undefined;
}

/** What of a ledger waits. */
export interface PixLedgerStatus {
  /** Commands, notices and payments that are to be settled, without those that wait for a person. */
  readonly unsettled: number;
  /** Age of the oldest of them in seconds; 0 if there are none. */
  readonly oldestUnsettled: number;
  /** Tasks that wait for a person. */
  readonly tasks: number;
}

/** Removes the personal data of {@link PixLedger.forget}: by age, of one person, or both. */
export interface PixForgetFilter {
  /** Of what was settled before this instant. */
  before?: Date;
  /** CPF or CNPJ of the person, only digits and letters. */
  taxId?: string;
}

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
  /** Created by `PixLedgerModule`. @internal */
  constructor(
    private readonly core: LedgerCore,
    private readonly engine: LedgerEngine,
    private readonly account: string = core.account,
  ) {}

  /** The charges of a tenant, whose client the option `client` of the module supplies. */
  tenant(name: string): PixLedger {
    return new PixLedger(this.core, this.engine, `${this.core.account}/${name}`);
  }

  /**
   * Returns the ledger within an open transaction: a client of `pg`, the `tx` of Drizzle, Prisma or
   * PGlite, or the `EntityManager` of TypeORM. Nothing is sent there.
   */
  in(transaction: PixTransaction): PixLedgerTransaction {
    const { core } = this;
    const journal = openJournal(core, core.store.join(transaction));
    return new PixLedgerTransaction(this.account, journal, core.chave);
  }

  /**
   * Waits until the bank has answered the creation of a charge. Call it after the commit.
   *
   * @param options `within`: how long at most, in seconds. Default: 5
   * @returns what is known when the time is over: a charge that is still `opening` is created later
   * @throws ValueError if the charge is not visible: its transaction is not committed
   */
  async ready(id: string, { within = 5 }: { within?: number } = {}): Promise<PixCharge> {
    const { core, account } = this;
    const { runtime, store } = core;
    const until = runtime.elapsed() + within * 1000;
    const timeLeft = () => Math.max(0, until - runtime.elapsed());
    const own = sql`c.account = ${account} AND c.charge = ${id} AND c.operation = 'create'`;
    const [command] = await claimCommands(core, 1, own);
    if (command) {
      const ended = new AbortController();
      const run = this.engine.track(runCommand(core, command), 'The command create');
      await Promise.race([run, sleep(runtime, timeLeft(), ended.signal)]);
      ended.abort();
      return this.#require(id);
    }
    for (;;) {
      const [state] = await store.run<PixChargeState>(sql`
        SELECT to_jsonb(state) AS row FROM ${store.tables.charge}
        WHERE account = ${account} AND id = ${id}`);
      if (state !== 'opening' || timeLeft() === 0) return this.#require(id);
      await sleep(runtime, Math.min(LOOK_EVERY, timeLeft()));
    }
  }

  /** Reads a charge with its payments and refunds; `undefined` if it does not exist. */
  async get(id: string): Promise<PixCharge | undefined> {
    const { run, tables } = this.core.store;
    const where = sql`WHERE c.account = ${this.account} AND c.id = ${id}`;
    const [row] = await run<FullChargeRow>(selectCharges(tables, where));
    return row && toCharge(row);
  }

  /**
   * Reads a page of charges, the latest first.
   *
   * @param cursor `next` of the page before
   * @throws ValueError on an invalid cursor or limit
   */
  async list(filter: PixChargeFilter = {}, cursor?: string): Promise<PixChargePage> {
    const { run, tables } = this.core.store;
    const { state, kind, ids, limit = 100 } = filter;
    if (!Number.isInteger(limit) || limit < 1 || limit > 1000) {
      throw new ValueError('limit must be a whole number from 1 to 1000.');
    }
    const after = cursor === undefined ? undefined : readCursor(cursor);
    const where = sql`WHERE c.account = ${this.account}
      ${state === undefined ? sql`` : sql`AND c.state = ${state}`}
      ${kind === undefined ? sql`` : sql`AND c.kind = ${kind}`}
      ${ids === undefined ? sql`` : sql`AND c.id = ANY(${ids})`}
      ${after ? sql`AND (c.created_at, c.id) < (${after[0]}::timestamptz, ${after[1]})` : sql``}
      ORDER BY c.created_at DESC, c.id DESC LIMIT ${limit + 1}`;
    const rows = await run<FullChargeRow>(selectCharges(tables, where));
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const next = rows.length > limit && last ? writeCursor(last) : undefined;
    return { charges: page.map(toCharge), next };
  }

  /** Reads what happened to a charge, in order: who moved it, when, why and after how many attempts. */
  async history(id: string): Promise<PixHistoryEntry[]> {
    const { run, tables } = this.core.store;
    const rows = await run<HistoryRow>(sql`
      SELECT to_jsonb(h) AS row FROM ${tables.history} AS h
      WHERE account = ${this.account} AND charge = ${id} ORDER BY number`);
    return rows.map(toHistoryEntry);
  }

  /** Reads the tasks that wait for a person, the oldest first; at most 1000. */
  async tasks({ charge }: { charge?: string } = {}): Promise<PixTask[]> {
    const { run, tables } = this.core.store;
    const rows = await run<TaskRow>(sql`
      SELECT to_jsonb(t) AS row FROM ${tables.task} AS t
      WHERE account = ${this.account} AND decided_at IS NULL
        ${charge === undefined ? sql`` : sql`AND t.charge = ${charge}`}
      ORDER BY number LIMIT 1000`);
    return rows.map(toTask);
  }

  /**
   * Carries out what a person decides about a task.
   *
   * @param number of the task
   * @throws ValueError if the task does not exist, is decided, or does not have this choice
   */
  resolve(number: number, decision: PixTaskDecision): Promise<PixTask> {
    return resolveTask(this.core, this.account, number, decision);
  }

  /**
   * Counts a period against the bank's lists to the cent, and imports what the ledger lacks: after a
   * lost notification, or after the database was restored from a backup.
   *
   * @throws ValueError if the period is none
   * @throws PixAPIException if the bank cannot list it completely
   */
  async books(period: PixBooksPeriod): Promise<PixBooks> {
    return keepBooks(this.core, this.account, period);
  }

  /** Returns what waits to be settled, for health checks and metrics. */
  async status(): Promise<PixLedgerStatus> {
    const { run, tables } = this.core.store;
    const own = sql`account = ${this.account}`;
    const [row] = await run<PixLedgerStatus>(sql`
      WITH unsettled AS (
        SELECT created_at AS since FROM ${tables.command} WHERE ${own} AND due < 'infinity'
        UNION ALL SELECT created_at FROM ${tables.notice}
          WHERE ${own} AND due IS NOT NULL AND handler IS NOT NULL
        UNION ALL SELECT recorded_at FROM ${tables.payment} WHERE ${own} AND meaning IS NULL
      )
      SELECT jsonb_build_object(
        'unsettled', count(*),
        'oldestUnsettled', coalesce(greatest(0, extract(epoch FROM now() - min(since))), 0)::float8,
        'tasks', (SELECT count(*) FROM ${tables.task} WHERE ${own} AND decided_at IS NULL)
      ) AS row FROM unsettled`);
    return row ?? { unsettled: 0, oldestUnsettled: 0, tasks: 0 };
  }

  /**
   * Removes the personal data of settled charges: the bodies that were sent. Amounts, identifiers,
   * payments and history stay.
   *
   * @returns how many bodies were removed, and how many of this person are needed still
   * @throws ValueError without a filter
   */
  async forget({ before, taxId }: PixForgetFilter): Promise<{ removed: number; kept: number }> {
    if (before === undefined && taxId === undefined)
      throw new ValueError('forget() requires before or taxId.');
    const { run, tables } = this.core.store;
    const matches = sql`account = ${this.account} AND body <> '{}'
      ${before === undefined ? sql`` : sql`AND created_at < ${before}`}
      ${
        taxId === undefined
          ? sql``
          : sql`AND jsonb_path_exists(body, '$.** ? (@ == $id)', jsonb_build_object('id', ${taxId}))`
      }`;
    const [row] = await run<{ removed: number; kept: number }>(sql`
      WITH removed AS (
        UPDATE ${tables.command} SET body = '{}' WHERE ${matches} AND due IS NULL RETURNING 1
      )
      SELECT jsonb_build_object('removed', (SELECT count(*) FROM removed),
        'kept', (SELECT count(*) FROM ${tables.command} WHERE ${matches} AND due IS NOT NULL)) AS row`);
    return row ?? { removed: 0, kept: 0 };
  }

  /** Returns an empty object for `JSON.stringify`. */
  toJSON(): object {
    return {};
  }

  async #require(id: string): Promise<PixCharge> {
    const charge = await this.get(id);
    if (charge) return charge;
    throw new ValueError(
      `The charge ${JSON.stringify(id)} is not visible: commit the transaction that opens it first.`,
    );
  }
}

function writeCursor({ created_at: createdAt, id }: FullChargeRow): string {
  return Buffer.from(JSON.stringify([createdAt, id])).toString('base64url');
}

/** @throws ValueError on a text that is no cursor */
function readCursor(cursor: string): readonly [string, string] {
  try {
    const read = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (read.every((part) => typeof part === 'string') && read.length === 2) {
      return read as unknown as readonly [string, string];
    }
  } catch {
    // Refused below.
  }
  throw new ValueError('The cursor is none of this ledger.');
}
