import type { Pix } from '../contract/index.js';
import { MINUTE_MS } from '../runtime/index.js';
import { isOwn, write, type LedgerCore } from './core.js';
import type { Cause } from './journal.js';
import { kinds, type BankRecord } from './kinds.js';
import { recordPix } from './payments.js';
import { applyRecord } from './records.js';
import type { ChargeRow, PaymentRow } from './rows.js';
import { pause, raw, seconds, sql } from './sql.js';

/** A charge or a payment that is due to be read at the bank. */
export type DueReading =
  | { readonly what: 'charge'; readonly row: ChargeRow }
  | { readonly what: 'payment'; readonly row: PaymentRow };

/** The longest pause between two readings of a payment whose refund the bank has not ended, in seconds. */
const REFUND_PAUSE = 600;

/** Reserves charges and payments that are due to be read. A reading that fails is due again. */
export async function claimReadings(core: LedgerCore, limit: number): Promise<DueReading[]> {
  const claim = <Row>(table: 'charge' | 'payment', key: string) => {
    const name = core.store.tables[table];
    const [id, t] = [raw(key), sql`t`];
    return core.store.run<Row>(sql`
      WITH next AS (
        SELECT account, ${id} FROM ${name} WHERE due <= now() AND ${isOwn(core)}
        ORDER BY due LIMIT ${limit} FOR UPDATE SKIP LOCKED
      )
      UPDATE ${name} AS t SET checks = t.checks + 1, due = now() + ${seconds(core.lease / 1000)}
      FROM next WHERE t.account = next.account AND t.${id} = next.${id}
      RETURNING to_jsonb(${t}) || jsonb_build_object('now', now()) AS row`);
  };
  const charges = await claim<ChargeRow>('charge', 'id');
  const payments = await claim<PaymentRow>('payment', 'end_to_end_id');
  return [
    ...charges.map((row) => ({ what: 'charge' as const, row })),
    ...payments.map((row) => ({ what: 'payment' as const, row })),
  ];
}

/** Reads a charge or payment at the bank, and applies what it shows. */
export async function runReading(core: LedgerCore, { what, row }: DueReading): Promise<void> {
  try {
    await (what === 'charge' ? readCharge(core, row) : readPayment(core, row));
  } catch (error) {
    const { tables, run } = core.store;
    const own = sql`account = ${row.account}`;
    const due = sql`now() + ${pause(row.checks)}`;
    await run(
      what === 'charge'
        ? sql`UPDATE ${tables.charge} SET due = ${due} WHERE ${own} AND id = ${row.id} AND due > ${due}`
        : sql`UPDATE ${tables.payment} SET due = ${due}
            WHERE ${own} AND end_to_end_id = ${row.end_to_end_id} AND due > ${due}`,
    );
    throw error;
  }
}

async function readCharge(core: LedgerCore, row: ChargeRow): Promise<void> {
  const { account, id, kind, txid, now, created_at: createdAt } = row;
  // The create has not chosen an identifier yet; its command settles the charge.
  if (txid === null) return;
  const client = await core.client(account);
  const options = { deadline: core.deadline / 1000 };
  const record = (await kinds[kind].calls(client).get(txid, options)) as BankRecord;
  const isPaid = kinds[kind].states[String(record.status)] === 'paid';
  const listed: Pix[] = [];
  if (isPaid && !(Array.isArray(record.pix) && record.pix.length > 0)) {
    const inicio = new Date(Date.parse(createdAt) - MINUTE_MS);
    const fim = new Date(core.runtime.now() + MINUTE_MS);
    const list = client.recebidos.iterate(
      { inicio, fim, txid },
      { ...options, splitPeriods: true },
    );
    for await (const pix of list) if (pix.txid === txid) listed.push(pix);
  }
  const complete = listed.length > 0 ? { ...record, pix: listed } : record;
  const why: Cause = { cause: 'call', what: `read: ${String(record.status)}` };
  await write(core, async (journal) => {
    const charge = await journal.lock(account, id);
    if (!charge) return;
    const { grace, ignoresUnmatched } = core;
    await applyRecord(journal, charge, {
      record: complete,
      why,
      readAt: Date.parse(now),
      grace,
      ignoresUnmatched,
    });
  });
}

/** Reads a payment for the sake of its refunds. */
async function readPayment(core: LedgerCore, row: PaymentRow): Promise<void> {
  const { account, end_to_end_id: endToEndId, checks } = row;
  const client = await core.client(account);
  const item = await client.recebidos.get(endToEndId, { deadline: core.deadline / 1000 });
  const { ignoresUnmatched } = core;
  await write(core, async (journal) => {
    await recordPix(journal, { account, item, why: { cause: 'call' }, ignoresUnmatched });
    const { tables, run } = journal;
    const own = sql`account = ${account} AND end_to_end_id = ${endToEndId}`;
    await run(sql`
      UPDATE ${tables.payment} SET due = CASE WHEN EXISTS (
        SELECT FROM ${tables.refund} WHERE ${own} AND state = 'processing'
      ) THEN now() + ${pause(checks, REFUND_PAUSE)} END
      WHERE ${own}`);
  });
}
