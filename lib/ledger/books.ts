import type { Devolucao, Pix } from '../contract/index.js';
import { ValueError } from '../errors/index.js';
import { readReceivedPix } from '../receiver/index.js';
import { DAY_MS } from '../runtime/index.js';
import { parseInstant, REFUND_DAYS } from '../values/index.js';
import { write, type LedgerCore } from './core.js';
import { fromCents } from './kinds.js';
import { recordPix } from './payments.js';
import { withValor, type PaymentRow, type RefundRow } from './rows.js';
import { sql } from './sql.js';

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
  /** `bank` less the same of the ledger, before anything was imported. `0.00` if they agree. */
  readonly difference: string;
  readonly differences: readonly PixBooksDifference[];
}

const cents = (valor: string) => BigInt(valor.replace('.', ''));

/** Counts a period against the bank's lists, and imports what the ledger lacks. */
export async function keepBooks(
  core: LedgerCore,
  account: string,
  period: PixBooksPeriod,
): Promise<PixBooks> {
  const [from, to] = [parseInstant(period.inicio), parseInstant(period.fim)];
  if (!(from < to)) throw new ValueError('inicio and fim must be instants, inicio before fim.');
  const before = await sumUp(core, account, from, to);
  const count = new Count(core, account, from, to);
  await count.readBank();
  await count.readLedger();
  const { received, refunded, carriedForward, inTransit } = await sumUp(core, account, from, to);
  return {
    inicio: new Date(from),
    fim: new Date(to),
    carriedForward: fromCents(carriedForward),
    received: fromCents(received),
    refunded: fromCents(refunded),
    balance: fromCents(carriedForward + received - refunded),
    inTransit: fromCents(inTransit),
    bank: fromCents(count.received - count.refunded),
    difference: fromCents(count.received - count.refunded - before.received + before.refunded),
    differences: count.differences,
  };
}

/** How many payments are compared by one statement. */
const AT_ONCE = 200;

/** The comparison of one period. */
class Count {
  received = 0n;
  refunded = 0n;
  readonly differences: PixBooksDifference[] = [];
  /** What the bank lists: end-to-end ids, and those with a refund id. */
  readonly #listed = new Set<string>();

  constructor(
    private readonly core: LedgerCore,
    private readonly account: string,
    private readonly from: number,
    private readonly to: number,
  ) {}

  /** Reads the payments of the period, and older ones that were refunded in it. */
  async readBank(): Promise<void> {
    const { recebidos } = await this.core.client(this.account);
    const { from, to } = this;
    const refunds = { inicio: new Date(from - REFUND_DAYS * DAY_MS), fim: new Date(from) };
    const lists = [
      { inicio: new Date(from), fim: new Date(to) },
      { ...refunds, devolucaoPresente: true },
    ];
    for (const filter of lists) {
      let batch: Pix[] = [];
      for await (const item of recebidos.iterate(filter, { splitPeriods: true })) {
        const pix = readReceivedPix(item);
        if (!pix)
          throw new Error(
            'The bank lists a payment that cannot be read: the books cannot be kept.',
          );
        // An item at the boundary of two pages of periods comes twice.
        if (this.#listed.has(pix.endToEndId)) continue;
        this.#listed.add(pix.endToEndId);
        batch.push(pix);
        if (batch.length < AT_ONCE) continue;
        await this.#compare(batch);
        batch = [];
      }
      await this.#compare(batch);
    }
  }

  /** Finds what the ledger has and the bank does not list. */
  async readLedger(): Promise<void> {
    const { tables, run } = this.core.store;
    const [t, own] = [sql`t`, sql`t.account = ${this.account}`];
    const [from, to] = [new Date(this.from), new Date(this.to)];
    const payments = await run<PaymentRow>(sql`
      SELECT ${withValor(t)} AS row FROM ${tables.payment} AS t
      WHERE ${own} AND t.horario >= ${from} AND t.horario < ${to}`);
    const refunds = await run<RefundRow>(sql`
      SELECT ${withValor(t)} AS row FROM ${tables.refund} AS t
      WHERE ${own} AND t.state = 'returned' AND t.settled_at >= ${from} AND t.settled_at < ${to}`);
    for (const { end_to_end_id: endToEndId, valor } of payments) {
      if (!this.#listed.has(endToEndId)) this.#differ(endToEndId, undefined, valor, undefined);
    }
    for (const { end_to_end_id: endToEndId, refund_id: refundId, valor } of refunds) {
      if (this.#listed.has(`${endToEndId} ${refundId}`)) continue;
      this.#differ(endToEndId, refundId, valor, undefined);
    }
  }

  async #compare(batch: readonly Pix[]): Promise<void> {
    if (batch.length === 0) return;
    const { tables, run } = this.core.store;
    const t = sql`t`;
    const own = sql`t.account = ${this.account} AND t.end_to_end_id = ANY (${batch.map((pix) => pix.endToEndId)})`;
    const payments = await run<PaymentRow>(
      sql`SELECT ${withValor(t)} AS row FROM ${tables.payment} AS t WHERE ${own}`,
    );
    const refunds = await run<RefundRow>(
      sql`SELECT ${withValor(t)} AS row FROM ${tables.refund} AS t WHERE ${own}`,
    );
    const paid = new Map(payments.map((row) => [row.end_to_end_id, row]));
    const returned = new Map(refunds.map((row) => [`${row.end_to_end_id} ${row.refund_id}`, row]));
    for (const pix of batch) {
      const row = paid.get(pix.endToEndId);
      const lacksRefund = this.#compareRefunds(pix, returned);
      if (this.#isWithin(parseInstant(pix.horario))) {
        this.received += cents(pix.valor);
        if (row?.valor !== pix.valor)
          this.#differ(pix.endToEndId, undefined, row?.valor, pix.valor);
      }
      if (row && !lacksRefund) continue;
      const { account, core } = this;
      const { ignoresUnmatched } = core;
      await write(core, (journal) =>
        recordPix(journal, { account, item: pix, why: { cause: 'reconciler' }, ignoresUnmatched }),
      );
    }
  }

  /** Returns whether the ledger does not have a refund as the bank lists it. */
  #compareRefunds(pix: Pix, known: ReadonlyMap<string, RefundRow>): boolean {
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
  #compareRefund({ endToEndId }: Pix, { id, valor, horario }: Devolucao, row?: RefundRow): void {
    const listed = parseInstant((horario as Partial<typeof horario> | undefined)?.liquidacao);
    const recorded = Date.parse(row?.settled_at ?? '');
    const settled = [recorded, listed, this.core.runtime.now()].find((each) => !Number.isNaN(each));
    if (!this.#isWithin(settled ?? NaN)) return;
    this.#listed.add(`${endToEndId} ${id}`);
    this.refunded += cents(valor);
    if (row?.valor !== valor) this.#differ(endToEndId, id, row?.valor, valor);
  }

  #isWithin(instant: number): boolean {
    return instant >= this.from && instant < this.to;
  }

  #differ(endToEndId: string, refundId?: string, ledger?: string, bank?: string): void {
    this.differences.push({ endToEndId, refundId, ledger, bank });
  }
}

interface Sums {
  readonly received: bigint;
  readonly refunded: bigint;
  readonly carriedForward: bigint;
  readonly inTransit: bigint;
}

/** Adds up the rows of the ledger. */
async function sumUp(core: LedgerCore, account: string, from: number, to: number): Promise<Sums> {
  const { tables, run } = core.store;
  const [start, end] = [new Date(from), new Date(to)];
  const own = sql`account = ${account}`;
  const [row] = await run<Record<keyof Sums, string>>(sql`
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
      'received', coalesce(p.inside, 0.00)::numeric(20, 2)::text,
      'refunded', coalesce(r.inside, 0.00)::numeric(20, 2)::text,
      'carriedForward', (coalesce(p.earlier, 0) - coalesce(r.earlier, 0))::numeric(20, 2)::text,
      'inTransit', (SELECT coalesce(sum(valor), 0)::numeric(20, 2)::text FROM ${tables.refund}
        WHERE ${own} AND state IN ('asked', 'processing'))
    ) AS row FROM p, r`);
  const sums = Object.entries(row ?? {}).map(([name, valor]) => [name, cents(valor)]);
  return Object.fromEntries(sums) as Sums;
}
