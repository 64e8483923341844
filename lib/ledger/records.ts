// What a record of the bank changes, and when a charge or a payment is read again.
import type { Pix } from '../contract/index.js';
import { MINUTE_MS } from '../runtime/index.js';
import {
  isUnfinished,
  paymentRow,
  type ChargeRow,
  type PaymentRow,
  type PixChargeState,
} from './charge.js';
import { isOwn, write, type Cause, type Journal, type LedgerCore } from './journal.js';
import { kinds, readSnapshot, type BankRecord } from './kinds.js';
import { addUnreadable, decide, MOST_READINGS, recordPix, UnreadableError } from './payments.js';
import { pause, findPause, seconds, sql, type LedgerTables, type Sql } from './store.js';

/** A record of the bank, as an answer to a call or a reading. */
export interface ReadRecord {
  readonly record: BankRecord;
  readonly why: Cause;
  /** The database's clock before the record was read; `undefined` for the answer to a write. */
  readonly readAt?: number | undefined;
  /** Whether something else of the charge is not settled, if that is known. */
  readonly isBusy?: boolean | undefined;
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
  const { revision: known } = charge;
  const isFirst = known === null;
  const revision = Number(record.revisao ?? known ?? 0);
  if (state === undefined || (!isFirst && revision < known)) {
    readSoon(journal, charge);
    return;
  }
  keep(journal, charge, record, revision);
  const isComplete = await recordPayments(journal, charge, read);
  await tellOpened(journal, charge, { state, isFirst, status: record.status, why });
  if (!isUnfinished(charge.state)) journal.set(charge, { due: null });
  else if (isComplete) await follow(journal, charge, state, read);
  else readSoon(journal, charge);
}

async function tellOpened(
  journal: Journal,
  charge: ChargeRow,
  shown: { state: PixChargeState; isFirst: boolean; status: unknown; why: Cause },
): Promise<void> {
  const { state, isFirst, status, why } = shown;
  if (state === 'open' && charge.state === 'opening') await journal.move(charge, 'open', why);
  else if (isFirst && charge.state === 'cancelling') await journal.notify(charge, 'opened');
  // A bank's replica may show the approval, not show it, and show it again.
  if (status !== APPROVED || charge.snapshot.approved === true) return;
  journal.set(charge, { snapshot: { ...charge.snapshot, approved: true } });
  await journal.notify(charge, 'approved');
}

/** The status of a recurrence that its payer has approved. */
const APPROVED = 'APROVADA';

/** Keeps what the row has of the record. What a short answer omits stays. */
function keep(journal: Journal, charge: ChargeRow, record: BankRecord, revision: number): void {
  const rule = kinds[charge.kind];
  const terms = rule.readTerms(record, charge.terms);
  const { notified, ...snapshot } = { ...charge.snapshot, ...readSnapshot(record) };
  const isAwaited = notified !== undefined && notified !== record.status;
  const created = charge.payable_until === null ? toTime(charge.now) : NaN;
  const until = rule.readPayableUntil?.(record, created) ?? NaN;
  journal.set(charge, {
    revision,
    txid: charge.txid ?? String(record[rule.identifier]),
    snapshot: isAwaited && charge.checks < MOST_READINGS ? { ...snapshot, notified } : snapshot,
    changed_at: charge.now,
    ...(terms.total !== undefined && { terms }),
    ...(!Number.isNaN(until) && { payable_until: toText(Math.min(until, LAST)) }),
  });
}

/** Returns whether every payment of the record could be read. */
async function recordPayments(
  journal: Journal,
  charge: ChargeRow,
  { record, why, readAt }: ReadRecord,
): Promise<boolean> {
  const readAs = readAt === undefined ? undefined : String(record.status);
  const pix = Array.isArray(record.pix) ? (record.pix as unknown[]) : [];
  const { account, id } = charge;
  let isComplete = true;
  for (const item of pix) {
    try {
      await recordPix(journal, { why, readAs, account, item, charge });
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      await addUnreadable(journal, { account, charge: id });
      isComplete = false;
    }
  }
  if (readAs === undefined) return isComplete;
  // Payments that waited for this reading.
  const rows = await journal.run<PaymentRow>(sql`
    SELECT ${paymentRow} AS row FROM ${journal.tables.payment} AS t
    WHERE account = ${account} AND charge = ${id} AND meaning IS NULL
    ORDER BY horario FOR UPDATE`);
  for (const row of rows) await decide(journal, { why, readAs }, charge, row);
  return isComplete;
}

/** Ends a charge that can be paid no longer, or decides when it is read again. */
async function follow(
  journal: Journal,
  charge: ChargeRow,
  state: PixChargeState,
  read: ReadRecord,
): Promise<void> {
  const { record, why, readAt = -Infinity } = read;
  const shown = state === 'paid' && listsPayments(record) ? 'expired' : state;
  const isEnded = !mayBePaid(shown);
  if (isEnded && charge.ended_at === null) {
    // First seen to have ended; a later reading decides.
    journal.set(charge, { ended_at: charge.now, due: toText(soon({ ...charge, checks: 2 })) });
    return;
  }
  const end = findEnd(charge, shown, journal.core.grace);
  const isOver = readAt > end;
  // A bank may notify a status before each of its replicas shows it.
  const isEarly = isEnded ? !isOver : charge.snapshot.notified !== undefined;
  const isUnclear = shown === 'paid' || isEarly;
  if (isUnclear || (await findBusy(journal, charge, read))) {
    readSoon(journal, charge);
    return;
  }
  if (!isOver) {
    scheduleRegular(journal, charge, end);
    return;
  }
  await journal.move(charge, isEnded ? shown : 'expired', why);
  journal.set(charge, { due: null });
}

/**
 * Whether a record shows its payments. One that is paid, but not by any of them, was concluded by
 * another amount: it can be paid no longer, and a person decides about the money.
 */
const listsPayments = ({ pix }: BankRecord) => Array.isArray(pix) && pix.length > 0;

const mayBePaid = (shown: PixChargeState) => shown === 'open' || shown === 'paid';

/** The last instant at which a payment was possible, and the time that the bank has to show it. */
function findEnd(
  { ended_at, payable_until }: ChargeRow,
  shown: PixChargeState,
  grace: number,
): number {
  if (mayBePaid(shown)) return toTime(payable_until) + grace;
  return toTime(ended_at) + (shown === 'expired' ? grace : 0);
}

/** Lets an open charge be read after its end, or regularly if that is not known. */
function scheduleRegular(journal: Journal, charge: ChargeRow, end: number): void {
  const regular = toTime(charge.now) + kinds[charge.kind].readEvery;
  const next = Number.isNaN(end) ? regular : end + 1;
  journal.set(charge, { due: toText(Math.max(next, soon(charge))), checks: 0 });
}

/** The last instant that the text of dates and PostgreSQL write alike. */
const LAST = Date.parse('9999-12-31T23:59:59Z');
const toTime = (text: string | null) => Date.parse(text ?? '');
const toText = (time: number) => new Date(time).toISOString();

const soon = ({ now, checks }: ChargeRow) => toTime(now) + findPause(checks) * 1000;

function readSoon(journal: Journal, charge: ChargeRow): void {
  journal.set(charge, { due: toText(soon(charge)) });
}

/** Whether the charge has something else that is not settled. */
async function findBusy(
  { tables, run }: Journal,
  { account, id }: ChargeRow,
  { isBusy }: ReadRecord,
): Promise<boolean> {
  if (isBusy !== undefined) return isBusy;
  const [row] = await run<boolean>(
    sql`SELECT to_jsonb(${isUnsettled(tables, sql`${account}`, sql`${id}`)}) AS row`,
  );
  return row === true;
}

/**
 * Whether a command or a payment of a charge is not settled. A cancellation is not needed of a charge
 * that has ended.
 *
 * @param but number of a command that does not count
 * @param payments which payments count
 */
export function isUnsettled(
  { command, payment }: LedgerTables,
  account: Sql,
  charge: Sql,
  but = sql`0`,
  payments = sql`u.meaning IS NULL`,
): Sql {
  return sql`(
    EXISTS (SELECT FROM ${command} AS u WHERE u.account = ${account} AND u.charge = ${charge}
      AND u.due IS NOT NULL AND u.operation <> 'cancel' AND u.number <> ${but})
    OR EXISTS (SELECT FROM ${payment} AS u WHERE u.account = ${account} AND u.charge = ${charge}
      AND ${payments}))`;
}

/** A charge or a payment that is due to be read at the bank. */
export type DueReading =
  | { readonly what: 'charge'; readonly row: ChargeRow }
  | { readonly what: 'payment'; readonly row: PaymentRow };

/** The longest pause between two readings of a payment whose refund the bank has not ended, in seconds. */
const REFUND_PAUSE = 600;

/**
 * Reserves charges and payments that are due to be read, of any account but those in `full`. A reading
 * that fails is due again.
 */
export async function claimReadings(core: LedgerCore, limit: number, full: readonly string[]) {
  const claim = (what: DueReading['what'], id: Sql, only: Sql) => {
    const table = core.store.tables[what];
    return core.store.run<DueReading>(sql`
      WITH next AS (
        SELECT account, ${id} FROM ${table} WHERE due <= now() AND ${isOwn(core)} AND account <> ALL (${full}) AND ${only}
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
    const period = { inicio, fim: new Date(Date.parse(now) + MINUTE_MS), txid };
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
    const { tables, later } = journal;
    const own = sql`account = ${account} AND end_to_end_id = ${endToEndId}`;
    await later(sql`
      UPDATE ${tables.payment} SET due = CASE WHEN EXISTS (
        SELECT FROM ${tables.refund} WHERE ${own} AND state = 'processing'
      ) THEN now() + ${pause(checks, REFUND_PAUSE)} END
      WHERE ${own}`);
  });
}
