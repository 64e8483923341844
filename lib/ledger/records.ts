import type { Devolucao, Pix } from '../contract/index.js';
import { readReceivedPix } from '../receiver/index.js';
import { MINUTE_MS } from '../runtime/index.js';
import { parseInstant } from '../values/index.js';
import {
  isUnfinished,
  type ChargeRow,
  type PaymentRow,
  type PixChargeState,
  type PixLedgerCause,
  type PixPaymentMeaning,
  type PixRefundState,
} from './charge.js';
import { isOwn, write, type Cause, type Journal, type LedgerCore } from './journal.js';
import { add, classify, kinds, readSnapshot, type BankRecord } from './kinds.js';
import { pause, seconds, sql, type Sql } from './store.js';

// What the bank shows: records of charges, payments and refunds, and the readings that fetch them.

/** A record of the bank, as an answer to a call or a reading. */
export interface ReadRecord {
  readonly record: BankRecord;
  readonly why: Cause;
  /** The database's clock before the record was read; `undefined` for the answer to a write. */
  readonly readAt?: number | undefined;
}

/**
 * Applies a record of the bank to its charge, which is locked. A record that is older than a known
 * one says nothing: a bank's replica may lag.
 */
export async function applyRecord(
  journal: Journal,
  charge: ChargeRow,
  read: ReadRecord,
): Promise<void> {
  const { record, why } = read;
  const state = kinds[charge.kind].states[String(record.status)];
  const revision = Number(record.revisao ?? charge.revision ?? 0);
  const isFirst = charge.revision === null;
  if (state === undefined || revision < (charge.revision ?? 0)) {
    await schedule(journal, charge, soon(charge));
    return;
  }
  await keep(journal, charge, record, revision);
  await recordPayments(journal, charge, read);
  if (state === 'open' && charge.state === 'opening') await journal.move(charge, 'open', why);
  else if (isFirst && charge.state === 'cancelling') await journal.notify(charge, 'opened');
  // A bank's replica may show the approval, not show it, and show it again.
  const isApproved = record.status === APPROVED && charge.snapshot.approved !== true;
  if (isApproved) await journal.notify(charge, 'approved');
  if (isUnfinished(charge.state)) await follow(journal, charge, state, read);
  else await schedule(journal, charge, sql`NULL`);
}

/** The status of a recurrence that its payer has approved. */
const APPROVED = 'APROVADA';

/** Keeps what the row has of the record. What a short answer omits stays. */
async function keep(
  { tables, run }: Journal,
  charge: ChargeRow,
  record: BankRecord,
  revision: number,
): Promise<void> {
  const rule = kinds[charge.kind];
  const terms = rule.readTerms(record);
  if (terms.total !== undefined) charge.terms = terms;
  const created = charge.payable_until === null ? toTime(charge.now) : NaN;
  const until = rule.readPayableUntil?.(record, created) ?? NaN;
  if (!Number.isNaN(until)) charge.payable_until = new Date(until).toISOString();
  charge.revision = revision;
  charge.txid ??= String(record[rule.identifier]);
  const snapshot = {
    ...readSnapshot(record),
    ...(record.status === APPROVED && { approved: true }),
  };
  await run(sql`
    UPDATE ${tables.charge} SET terms = ${charge.terms}, revision = ${revision}, txid = ${charge.txid},
      snapshot = snapshot || ${snapshot}, payable_until = ${charge.payable_until}::timestamptz,
      changed_at = now()
    WHERE account = ${charge.account} AND id = ${charge.id}`);
}

async function recordPayments(
  journal: Journal,
  charge: ChargeRow,
  { record, why, readAt }: ReadRecord,
): Promise<void> {
  const readAs = readAt === undefined ? undefined : String(record.status);
  const pix = Array.isArray(record.pix) ? (record.pix as unknown[]) : [];
  for (const item of pix) {
    await recordPix(journal, { why, readAs, account: charge.account, item, charge });
  }
  if (readAs === undefined) return;
  // Payments that waited for this reading.
  const rows = await journal.run<PaymentRow>(sql`
    SELECT to_jsonb(t) || jsonb_build_object('valor', t.valor::text) AS row
    FROM ${journal.tables.payment} AS t
    WHERE account = ${charge.account} AND charge = ${charge.id} AND meaning IS NULL
    ORDER BY horario FOR UPDATE`);
  for (const row of rows) await decide(journal, { why, readAs }, charge, row);
}

/** Ends a charge that can be paid no longer, or decides when it is read again. */
async function follow(
  journal: Journal,
  charge: ChargeRow,
  state: PixChargeState,
  { why, readAt = -Infinity }: ReadRecord,
): Promise<void> {
  const isEnded = state !== 'open' && state !== 'paid';
  if (isEnded && charge.ended_at === null) return markEnded(journal, charge);
  // The last instant at which a payment was possible, and the time that the bank has to show it.
  const { ended_at: endedAt, payable_until: payableUntil } = charge;
  const end = isEnded ? toTime(endedAt) : toTime(payableUntil) + journal.core.grace;
  const isOver = state !== 'paid' && readAt > end;
  const isBusy = await isUnsettled(journal, charge);
  if (isOver && !isBusy) {
    await journal.move(charge, isEnded ? state : 'expired', why);
    await schedule(journal, charge, sql`NULL`);
  } else if (isOver || isBusy || state !== 'open') await schedule(journal, charge, soon(charge));
  else await scheduleRegular(journal, charge, end);
}

/** Lets an open charge be read after its end, or regularly if that is not known. */
function scheduleRegular(journal: Journal, charge: ChargeRow, end: number): Promise<void> {
  const regular = toTime(charge.now) + kinds[charge.kind].readEvery;
  const next = new Date(Number.isNaN(end) ? regular : end + 1);
  return schedule(journal, charge, sql`greatest(${next}, ${soon(charge)})`, 0);
}

/** Notes when a charge was first seen to have ended; a later reading decides. */
async function markEnded(journal: Journal, charge: ChargeRow): Promise<void> {
  charge.ended_at = charge.now;
  await journal.run(sql`
    UPDATE ${journal.tables.charge} SET ended_at = clock_timestamp()
    WHERE account = ${charge.account} AND id = ${charge.id}`);
  await schedule(journal, charge, sql`clock_timestamp() + ${pause(2)}`);
}

const toTime = (text: string | null) => Date.parse(text ?? '');

const soon = ({ checks }: ChargeRow) => sql`now() + ${pause(checks)}`;

async function schedule(
  { tables, run }: Journal,
  { account, id, checks: readings }: ChargeRow,
  due: Sql,
  checks = readings,
): Promise<void> {
  await run(sql`
    UPDATE ${tables.charge} SET due = ${due}, checks = ${checks}
    WHERE account = ${account} AND id = ${id}`);
}

/**
 * Whether a command or a payment of the charge is not settled. A cancellation is not needed of a
 * charge that has ended.
 */
async function isUnsettled({ tables, run }: Journal, charge: ChargeRow): Promise<boolean> {
  const own = sql`account = ${charge.account} AND charge = ${charge.id}`;
  const [row] = await run<boolean>(sql`
    SELECT to_jsonb(
      EXISTS (SELECT FROM ${tables.command} WHERE ${own} AND due IS NOT NULL AND operation <> 'cancel')
      OR EXISTS (SELECT FROM ${tables.payment} WHERE ${own} AND meaning IS NULL)
    ) AS row`);
  return row === true;
}

/** Who reports money, and in which standing of the bank's record, if that was just read. */
interface Report {
  readonly why: { readonly cause: PixLedgerCause; readonly correlationId?: string | undefined };
  readonly readAs?: string | undefined;
}

/** A Pix that the bank reports. */
export interface ReportedPix extends Report {
  readonly account: string;
  /** As the bank sent it. */
  readonly item: unknown;
  /** The charge, if it is locked already. */
  readonly charge?: ChargeRow | undefined;
}

/** After how many readings a payment that the bank does not explain is a task. */
const MOST_READINGS = 20;

/**
 * Records a payment and its refunds, once, and moves what follows from it. A payment is never
 * dropped: what fits no open charge becomes a task.
 *
 * @returns whether the payment was not recorded before
 * @throws Error if the item is not a Pix
 */
export async function recordPix(journal: Journal, reported: ReportedPix): Promise<boolean> {
  const pix = readReceivedPix(reported.item);
  const horario = parseInstant(pix?.horario);
  if (!pix || Number.isNaN(horario))
    throw new Error('The bank reports a payment that cannot be read.');
  const { account } = reported;
  const charge = reported.charge ?? (await journal.lockPaid(account, pix));
  const { payment } = journal.tables;
  const asRow = sql`to_jsonb(t) || jsonb_build_object('valor', t.valor::text) AS row`;
  return journal.observe(charge, { operation: 'payment' }, async () => {
    const [added] = await journal.run<PaymentRow>(sql`
      INSERT INTO ${payment} AS t (account, end_to_end_id, charge, txid, valor, horario, components)
      VALUES (${account}, ${pix.endToEndId}, ${charge?.id}, ${pix.txid}, ${pix.valor}::numeric,
        ${new Date(horario)}, ${pix.componentesValor})
      ON CONFLICT (account, end_to_end_id) DO NOTHING RETURNING ${asRow}`);
    const [row] = added
      ? [added]
      : await journal.run<PaymentRow>(sql`SELECT ${asRow} FROM ${payment} AS t
          WHERE account = ${account} AND end_to_end_id = ${pix.endToEndId} FOR UPDATE`);
    if (!row) throw new Error(`The payment ${pix.endToEndId} is gone.`);
    if (row.meaning === null) await decide(journal, reported, charge, row);
    for (const devolucao of pix.devolucoes ?? []) {
      await recordRefund(journal, { ...reported, endToEndId: pix.endToEndId, devolucao, charge });
    }
    return added !== undefined;
  });
}

/** Decides what a payment is, or lets the charge be read at the next opportunity. */
async function decide(
  journal: Journal,
  report: Report,
  charge: ChargeRow | undefined,
  row: PaymentRow,
): Promise<void> {
  const { tables } = journal;
  const { account, end_to_end_id: endToEndId } = row;
  const meaning = await findMeaning(journal, report, charge, row);
  if (meaning === undefined) {
    if (charge === undefined || report.readAs !== undefined) return;
    await journal.run(sql`
      UPDATE ${tables.charge} SET due = now() WHERE account = ${account} AND id = ${charge.id}`);
    return;
  }
  await journal.run(sql`
    UPDATE ${tables.payment} SET meaning = ${meaning}
    WHERE account = ${account} AND end_to_end_id = ${endToEndId}`);
  const why = { ...report.why, what: `payment: ${meaning}` };
  if (charge && !(meaning === 'full' && (await journal.move(charge, 'paid', why))))
    await journal.note(charge, why);
  if (meaning === 'full' || (meaning === 'no charge' && journal.core.ignoresUnmatched)) return;
  const key = `payment:${endToEndId}`;
  await journal.addTask({ account, key, reason: meaning, charge: charge?.id, endToEndId });
}

async function findMeaning(
  { tables, run }: Journal,
  { readAs }: Report,
  charge: ChargeRow | undefined,
  row: PaymentRow,
): Promise<PixPaymentMeaning | undefined> {
  if (charge === undefined) return 'no charge';
  const own = sql`account = ${charge.account} AND charge = ${charge.id}`;
  const [standing] = await run<{ isPaid: boolean; isRevising: boolean }>(sql`
    SELECT jsonb_build_object(
      'isPaid', EXISTS (SELECT FROM ${tables.payment} WHERE ${own}
        AND meaning = 'full' AND end_to_end_id <> ${row.end_to_end_id}),
      'isRevising', EXISTS (SELECT FROM ${tables.command} WHERE ${own}
        AND due IS NOT NULL AND operation = 'revise' AND attempts > 0)) AS row`);
  const known = { state: charge.state, terms: charge.terms, readAs, ...standing };
  const pix = { valor: row.valor, componentesValor: row.components ?? {} };
  const meaning = classify(known, pix);
  const isGivenUp = readAs !== undefined && charge.checks >= MOST_READINGS;
  return meaning === undefined && isGivenUp ? 'other amount' : meaning;
}

const refundStates: Readonly<Record<string, PixRefundState>> = {
  EM_PROCESSAMENTO: 'processing',
  DEVOLVIDO: 'returned',
  NAO_REALIZADO: 'failed',
};

/**
 * Records the state of a refund, whoever asked for it. A refund in its last state does not change.
 *
 * @throws Error if it cannot be read
 */
export async function recordRefund(
  journal: Journal,
  refund: Report & {
    readonly account: string;
    readonly charge?: ChargeRow | undefined;
    readonly endToEndId: string;
    readonly devolucao: Devolucao;
  },
): Promise<void> {
  const { account, endToEndId, devolucao, charge, why } = refund;
  const { id } = devolucao;
  const { tables, run } = journal;
  const valor = add([devolucao.valor]);
  // A status that this version does not know is not an end.
  const state = refundStates[devolucao.status] ?? 'processing';
  if (valor === undefined) throw new Error('The bank reports a refund that cannot be read.');
  const settledAt = state === 'returned' ? readSettlement(devolucao) : undefined;
  const [changed] = await run<{ madeBy: string }>(sql`
    INSERT INTO ${tables.refund} AS t
      (account, end_to_end_id, refund_id, valor, state, made_by, settled_at)
    VALUES (${account}, ${endToEndId}, ${id}, ${valor}::numeric, ${state}, 'bank', ${settledAt})
    ON CONFLICT (account, end_to_end_id, refund_id)
      DO UPDATE SET state = excluded.state, settled_at = excluded.settled_at
      WHERE t.state <> excluded.state AND t.state NOT IN ('returned', 'failed')
    RETURNING jsonb_build_object('madeBy', made_by) AS row`);
  if (state === 'processing') {
    // The payment is read until its refunds have ended; a bank may take days.
    await run(sql`
      UPDATE ${tables.payment} SET due = now() + ${pause(0)}, checks = 0
      WHERE account = ${account} AND end_to_end_id = ${endToEndId} AND due IS NULL`);
  }
  if (!changed) return;
  if (charge) await journal.note(charge, { ...why, what: `refund ${id}: ${state}` });
  if (charge && state === 'returned') await journal.notify(charge, 'refunded');
  if (state !== 'failed' || changed.madeBy !== 'ledger') return;
  const key = `refund:${endToEndId}:${id}`;
  const reason = 'refund failed';
  await journal.addTask({ account, key, reason, charge: charge?.id, endToEndId, about: id });
}

/** When a refund was settled; some banks do not say it. */
function readSettlement({ horario }: Partial<Devolucao>): Date | Sql {
  const settled = parseInstant(horario?.liquidacao);
  return Number.isNaN(settled) ? sql`now()` : new Date(settled);
}

/** A charge or a payment that is due to be read at the bank. */
export type DueReading =
  | { readonly what: 'charge'; readonly row: ChargeRow }
  | { readonly what: 'payment'; readonly row: PaymentRow };

/** The longest pause between two readings of a payment whose refund the bank has not ended, in seconds. */
const REFUND_PAUSE = 600;

/** Reserves charges and payments that are due to be read. A reading that fails is due again. */
export async function claimReadings(core: LedgerCore, limit: number): Promise<DueReading[]> {
  const claim = (what: DueReading['what'], id: Sql, only: Sql) => {
    const table = core.store.tables[what];
    return core.store.run<DueReading>(sql`
      WITH next AS (
        SELECT account, ${id} FROM ${table} WHERE due <= now() AND ${isOwn(core)} AND ${only}
        ORDER BY due LIMIT ${limit} FOR UPDATE SKIP LOCKED
      )
      UPDATE ${table} AS t SET checks = t.checks + 1, due = now() + ${seconds(core.lease / 1000)}
      FROM next WHERE t.account = next.account AND t.${id} = next.${id}
      RETURNING jsonb_build_object('what', ${what}, 'row', to_jsonb(t) || jsonb_build_object('now', now())) AS row`);
  };
  const known = sql`kind = ANY (${Object.keys(kinds)})`;
  return [
    ...(await claim('charge', sql`id`, known)),
    ...(await claim('payment', sql`end_to_end_id`, sql`true`)),
  ];
}

/** Reads a charge or payment at the bank, and applies what it shows. */
export async function runReading(core: LedgerCore, { what, row }: DueReading): Promise<void> {
  try {
    await (what === 'charge' ? readCharge(core, row) : readPayment(core, row));
  } catch (error) {
    const { tables, run } = core.store;
    const id = what === 'charge' ? sql`id = ${row.id}` : sql`end_to_end_id = ${row.end_to_end_id}`;
    const due = sql`now() + ${pause(row.checks)}`;
    await run(sql`
      UPDATE ${tables[what]} SET due = ${due} WHERE account = ${row.account} AND ${id} AND due > ${due}`);
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
    const period = { inicio, fim: new Date(core.runtime.now() + MINUTE_MS), txid };
    const list = client.recebidos.iterate(period, { ...options, splitPeriods: true });
    for await (const pix of list) if (pix.txid === txid) listed.push(pix);
  }
  const complete = listed.length > 0 ? { ...record, pix: listed } : record;
  const why: Cause = { cause: 'call', what: `read: ${String(record.status)}` };
  await write(core, async (journal) => {
    const charge = await journal.lock(account, id);
    const readAt = Date.parse(now);
    if (charge) await applyRecord(journal, charge, { record: complete, why, readAt });
  });
}

/** Reads a payment for the sake of its refunds. */
async function readPayment(core: LedgerCore, row: PaymentRow): Promise<void> {
  const { account, end_to_end_id: endToEndId, checks } = row;
  const client = await core.client(account);
  const item = await client.recebidos.get(endToEndId, { deadline: core.deadline / 1000 });
  await write(core, async (journal) => {
    await recordPix(journal, { account, item, why: { cause: 'call' } });
    const { tables, run } = journal;
    const own = sql`account = ${account} AND end_to_end_id = ${endToEndId}`;
    await run(sql`
      UPDATE ${tables.payment} SET due = CASE WHEN EXISTS (
        SELECT FROM ${tables.refund} WHERE ${own} AND state = 'processing'
      ) THEN now() + ${pause(checks, REFUND_PAUSE)} END
      WHERE ${own}`);
  });
}
