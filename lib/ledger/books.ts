// The books of a period: its payments and refunds in the ledger, compared with what the bank lists.
import type { Devolucao, Pix } from '../contract/index.js';
import { PixRespostaInvalidaError, ValueError } from '../errors/index.js';
import { readReceivedPix } from '../receiver/index.js';
import { DAY_MS } from '../runtime/index.js';
import { parseInstant, REFUND_DAYS } from '../values/index.js';
import {
  fromJson,
  publicPayment,
  publicRefund,
  type PixLedgerPayment,
  type PixLedgerRefund,
} from './charge.js';
import { write, type LedgerCore } from './journal.js';
import { add, fromCents, read } from './kinds.js';
import { addUnreadable, recordPix, UnreadableError } from './payments.js';
import { sql, type Sql } from './store.js';

/** The period of the books: from `inicio` until before `fim`. Instants are RFC 3339 text or a `Date`. */
export interface PixBooksPeriod {
  inicio: Date | string;
  fim: Date | string;
}

/** A payment or refund about which the ledger and the bank did not agree. */
export interface PixBooksDifference {
  readonly endToEndId: string;
  /** The refund; `undefined` if it is the payment. */
  readonly refundId: string | undefined;
  /** The amount in the ledger; `undefined` if the ledger did not have it. It was then imported. */
  readonly ledger: string | undefined;
  /** The amount in the bank's list; `undefined` if the bank does not list it. */
  readonly bank: string | undefined;
}

/** The money of one day in Brasília, as decimal text. */
export interface PixBooksDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly received: string;
  readonly refunded: string;
}

/**
 * The books of an account, as decimal text. Withdrawals, fees and Pix that the account sends are
 * invisible to the Pix API: the balance is not that of the bank account.
 */
export interface PixBooks {
  readonly inicio: Date;
  readonly fim: Date;
  /** Received less refunded before the period. */
  readonly carriedForward: string;
  readonly received: string;
  readonly refunded: string;
  /** Carried forward, plus received, less refunded. */
  readonly balance: string;
  /** Refunds that were asked for and have not ended. They are not part of `refunded`. */
  readonly inTransit: string;
  /** Received less refunded of the period, in the bank's lists. */
  readonly bank: string;
  /** The bank's amounts less those of the ledger in `differences`. `0.00` if there are none. */
  readonly difference: string;
  readonly differences: readonly PixBooksDifference[];
}

const NOTHING = { received: '0.00', refunded: '0.00', before: '0.00', inTransit: '0.00' };

const cents = (valor: string) => BigInt(valor.replace('.', ''));

/** @throws ValueError if it is none */
function readPeriod(period: PixBooksPeriod): readonly [from: number, to: number] {
  const { inicio, fim } = { ...period };
  const [from, to] = [parseInstant(inicio), parseInstant(fim)];
  if (from < to) return [from, to];
  throw new ValueError('inicio and fim must be instants, inicio before fim.');
}

/** Counts a period against the bank's lists, and imports what the ledger lacks. */
export async function keepBooks(
  core: LedgerCore,
  account: string,
  period: PixBooksPeriod,
): Promise<PixBooks> {
  const [from, to] = readPeriod(period);
  const count = new Count(core, account, from, to);
  await count.compare();
  const { tables, run } = core.store;
  const [start, end] = [new Date(from), new Date(to)];
  const own = sql`account = ${account}`;
  const [sums] = await run<Record<'received' | 'refunded' | 'before' | 'inTransit', string>>(sql`
    WITH p AS (
      SELECT sum(valor) FILTER (WHERE horario >= ${start}) AS inside,
        sum(valor) FILTER (WHERE horario < ${start}) AS earlier
      FROM ${tables.payment} WHERE ${own} AND horario < ${end}
    ), r AS (
      SELECT sum(valor) FILTER (WHERE settled_at >= ${start}) AS inside,
        sum(valor) FILTER (WHERE settled_at < ${start}) AS earlier
      FROM ${tables.refund} WHERE ${own} AND state = 'returned' AND settled_at < ${end}
    )
    SELECT jsonb_build_object(
      'received', coalesce(p.inside, 0)::numeric(20, 2)::text,
      'refunded', coalesce(r.inside, 0)::numeric(20, 2)::text,
      'before', (coalesce(p.earlier, 0) - coalesce(r.earlier, 0))::numeric(20, 2)::text,
      'inTransit', (SELECT coalesce(sum(valor), 0)::numeric(20, 2)::text FROM ${tables.refund}
        WHERE ${own} AND state IN ('asked', 'processing'))) AS row FROM p, r`);
  const { received, refunded, before, inTransit } = sums ?? NOTHING;
  return {
    inicio: start,
    fim: end,
    carriedForward: before,
    received,
    refunded,
    balance: fromCents(cents(before) + cents(received) - cents(refunded)),
    inTransit,
    bank: fromCents(count.bank),
    difference: fromCents(count.difference),
    differences: count.differences,
  };
}

/** The money of each day of a period, as the ledger has it. Days without any are left out. */
export function readDays(
  core: LedgerCore,
  account: string,
  period: PixBooksPeriod,
): Promise<PixBooksDay[]> {
  const { tables, run } = core.store;
  const [from, to] = readPeriod(period).map((instant) => new Date(instant));
  return run<PixBooksDay>(sql`
    WITH money AS (
      SELECT horario AS at, valor AS received, 0 AS refunded FROM ${tables.payment}
      WHERE account = ${account} AND horario >= ${from} AND horario < ${to}
      UNION ALL SELECT settled_at, 0, valor FROM ${tables.refund}
      WHERE account = ${account} AND state = 'returned' AND settled_at >= ${from} AND settled_at < ${to}
    ), days AS (
      SELECT to_char(at AT TIME ZONE interval '-03:00', 'YYYY-MM-DD') AS day,
        sum(received)::numeric(20, 2)::text AS received, sum(refunded)::numeric(20, 2)::text AS refunded
      FROM money GROUP BY 1
    )
    SELECT to_jsonb(days) AS row FROM days ORDER BY day`);
}

/** How many payments are compared by one statement. */
const AT_ONCE = 200;

/** The comparison of one period. */
class Count {
  /** Received less refunded, in the bank's lists. */
  bank = 0n;
  difference = 0n;
  readonly differences: PixBooksDifference[] = [];
  /** What the bank lists: end-to-end ids, and those with a refund id. */
  readonly #listed = new Set<string>();
  readonly #unreadable: string[] = [];

  constructor(
    private readonly core: LedgerCore,
    private readonly account: string,
    private readonly from: number,
    private readonly to: number,
  ) {}

  async compare(): Promise<void> {
    // Before the lists are read: what arrives meanwhile may be in one of both only.
    const period = (at: Sql) =>
      sql`${at} >= ${new Date(this.from)} AND ${at} < ${new Date(this.to)}`;
    const returned = sql`state = 'returned' AND ${period(sql`settled_at`)}`;
    const { payments, refunds } = await this.#read(period(sql`horario`), returned);
    const { tables, run } = this.core.store;
    // A refund that was asked for within its limit may be settled after it.
    const [oldest] = await run<string | null>(sql`
      SELECT to_jsonb(min(horario)) AS row FROM ${tables.payment} JOIN ${tables.refund} USING (account, end_to_end_id)
      WHERE account = ${this.account} AND ${returned}`);
    await this.#readBank(Date.parse(oldest ?? '') || Infinity);
    if (this.#unreadable.length > 0) {
      const detail = `${this.#unreadable.join(', ')}. What the ledger lacked of the others is imported.`;
      const title = 'The bank lists payments that cannot be read, and the books cannot be kept';
      throw new PixRespostaInvalidaError({ title, detail, status: 200 }, { operation: 'GET /pix' });
    }
    for (const { endToEndId, valor } of payments) {
      if (!this.#listed.has(endToEndId)) this.#differ(endToEndId, undefined, valor, undefined);
    }
    for (const { endToEndId, refundId, valor } of refunds) {
      if (this.#listed.has(`${endToEndId} ${refundId}`)) continue;
      this.#differ(endToEndId, refundId, valor, undefined);
    }
  }

  /** Reads payments and refunds of the ledger. */
  async #read(which: Sql, whichRefunds = which) {
    const { tables, run } = this.core.store;
    const own = sql`account = ${this.account}`;
    const payments = await run<PixLedgerPayment>(
      sql`SELECT ${publicPayment} AS row FROM ${tables.payment} AS p WHERE ${own} AND ${which}`,
    );
    const refunds = await run<object>(
      sql`SELECT ${publicRefund} AS row FROM ${tables.refund} AS r WHERE ${own} AND ${whichRefunds}`,
    );
    return { payments, refunds: refunds.map((each) => fromJson(each) as PixLedgerRefund) };
  }

  /** Reads the payments of the period, and older ones that were refunded in it. */
  async #readBank(oldest: number): Promise<void> {
    const { recebidos } = await this.core.client(this.account);
    const [from, to] = [new Date(this.from), new Date(this.to)];
    const inicio = new Date(Math.min(this.from - REFUND_DAYS * DAY_MS, oldest));
    const lists = [
      { inicio: from, fim: to },
      { inicio, fim: from, devolucaoPresente: true },
    ];
    for (const filter of lists) {
      let batch: Pix[] = [];
      for await (const item of recebidos.iterate(filter, { splitPeriods: true })) {
        const pix = readReceivedPix(item);
        const isRead = add(pix?.devolucoes?.map(({ valor }) => valor) ?? []) !== undefined;
        if (!pix || !isRead || Number.isNaN(parseInstant(pix.horario))) {
          await this.#skip(item);
          continue;
        }
        // An item at the boundary of two pages of periods comes twice.
        if (this.#listed.has(pix.endToEndId)) continue;
        this.#listed.add(pix.endToEndId);
        batch.push(pix);
        if (batch.length < AT_ONCE) continue;
        await this.#compareBatch(batch);
        batch = [];
      }
      await this.#compareBatch(batch);
    }
  }

  async #compareBatch(batch: readonly Pix[]): Promise<void> {
    if (batch.length === 0) return;
    const { core, account } = this;
    const ids = batch.map(({ endToEndId }) => endToEndId);
    const { payments, refunds } = await this.#read(sql`end_to_end_id = ANY (${ids})`);
    const paid = new Map(payments.map((each) => [each.endToEndId, each]));
    const returned = new Map(refunds.map((each) => [`${each.endToEndId} ${each.refundId}`, each]));
    for (const pix of batch) {
      const known = paid.get(pix.endToEndId);
      this.#comparePayment(pix, known);
      const lacksRefund = this.#compareRefunds(pix, returned);
      if (known && !lacksRefund) continue;
      const reported = { account, item: pix, why: { cause: 'reconciler' } } as const;
      try {
        await write(core, (journal) => recordPix(journal, reported));
      } catch (error) {
        if (!(error instanceof UnreadableError)) throw error;
        await this.#skip(pix);
      }
    }
  }

  /** A payment that cannot be read becomes a task, and holds up no other. */
  async #skip(item: unknown): Promise<void> {
    const { core, account } = this;
    const { endToEndId } = read(item);
    const isNamed = typeof endToEndId === 'string';
    this.#unreadable.push(isNamed ? endToEndId : 'one without endToEndId');
    if (isNamed) await write(core, (journal) => addUnreadable(journal, { account, endToEndId }));
  }

  #comparePayment({ endToEndId, valor, horario }: Pix, known?: PixLedgerPayment): void {
    if (!this.#isWithin(parseInstant(horario))) return;
    this.bank += cents(valor);
    if (known?.valor !== valor) this.#differ(endToEndId, undefined, known?.valor, valor);
  }

  /** Returns whether the ledger does not have a refund as the bank lists it. */
  #compareRefunds(pix: Pix, known: ReadonlyMap<string, PixLedgerRefund>): boolean {
    let isLacking = false;
    for (const refund of pix.devolucoes ?? []) {
      const row = known.get(`${pix.endToEndId} ${refund.id}`);
      const isReturned = refund.status === 'DEVOLVIDO';
      isLacking ||= row === undefined || (isReturned && row.state !== 'returned');
      if (isReturned) this.#compareRefund(pix, refund, row?.state === 'returned' ? row : undefined);
    }
    return isLacking;
  }

  /** A refund belongs to the day that the ledger has recorded; some banks do not say it. */
  #compareRefund({ endToEndId }: Pix, refund: Devolucao, known?: PixLedgerRefund): void {
    const { id, valor, horario } = refund;
    const listed = parseInstant((horario as Partial<typeof horario> | undefined)?.liquidacao);
    const recorded = known?.settledAt?.getTime() ?? NaN;
    const settled = [recorded, listed, this.core.runtime.now()].find((each) => !Number.isNaN(each));
    if (!this.#isWithin(settled ?? NaN)) return;
    this.#listed.add(`${endToEndId} ${id}`);
    this.bank -= cents(valor);
    if (known?.valor !== valor) this.#differ(endToEndId, id, known?.valor, valor);
  }

  #isWithin(instant: number): boolean {
    return instant >= this.from && instant < this.to;
  }

  #differ(endToEndId: string, refundId?: string, ledger?: string, bank?: string): void {
    const amount = cents(bank ?? '0.00') - cents(ledger ?? '0.00');
    this.difference += refundId === undefined ? amount : -amount;
    this.differences.push({ endToEndId, refundId, ledger, bank });
  }
}
