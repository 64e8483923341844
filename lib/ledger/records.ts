import { isUnfinished, type PixChargeState } from './charge.js';
import type { Cause, Journal } from './journal.js';
import { kinds, readSnapshot, type BankRecord } from './kinds.js';
import { decideWaiting, recordPix } from './payments.js';
import type { ChargeRow } from './rows.js';
import { pause, sql, type Sql } from './sql.js';

/** A record of the bank, as an answer to a call or a reading. */
export interface ReadRecord {
  readonly record: BankRecord;
  readonly why: Cause;
  /** The database's clock before the record was read; `undefined` for the answer to a write. */
  readonly readAt?: number | undefined;
  /** How long after the last instant of payment a reading counts, in milliseconds. */
  readonly grace: number;
  readonly ignoresUnmatched: boolean;
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
  if (state === undefined || (!isFirst && revision < Number(charge.revision))) {
    await schedule(journal, charge, soon(charge));
    return;
  }
  await keep(journal, charge, record, revision);
  await recordPayments(journal, charge, read);
  if (state === 'open' && charge.state === 'opening') await journal.move(charge, 'open', why);
  else if (isFirst && charge.state === 'cancelling') await journal.notify(charge, 'opened');
  if (record.status === APPROVED && charge.snapshot.status !== APPROVED) {
    await journal.notify(charge, 'approved');
  }
  if (isUnfinished(charge.state)) await follow(journal, charge, state, read);
  else await schedule(journal, charge, sql`NULL`);
}

/** The status of a recurrence that its payer has approved. */
const APPROVED = 'APROVADA';

async function recordPayments(
  journal: Journal,
  charge: ChargeRow,
  { record, why, readAt, ignoresUnmatched }: ReadRecord,
): Promise<void> {
  const readAs = readAt === undefined ? undefined : String(record.status);
  const reported = { why, readAs, ignoresUnmatched };
  const pix = Array.isArray(record.pix) ? (record.pix as unknown[]) : [];
  for (const item of pix) {
    await recordPix(journal, { ...reported, account: charge.account, item, charge });
  }
  if (readAs !== undefined) await decideWaiting(journal, charge, reported);
}

/** Ends a charge that can be paid no longer, or decides when it is read again. */
async function follow(
  journal: Journal,
  charge: ChargeRow,
  state: PixChargeState,
  { why, readAt = -Infinity, grace }: ReadRecord,
): Promise<void> {
  const isEnded = state !== 'open' && state !== 'paid';
  if (isEnded && charge.ended_at === null) return markEnded(journal, charge);
  const end = findEnd(charge, isEnded, grace);
  const isOver = state !== 'paid' && readAt > end;
  const isBusy = await isUnsettled(journal, charge);
  if (isOver && !isBusy) return finish(journal, charge, isEnded ? state : 'expired', why);
  if (isOver || isBusy || state !== 'open') return schedule(journal, charge, soon(charge));
  return scheduleRegular(journal, charge, end);
}

async function finish(
  journal: Journal,
  charge: ChargeRow,
  state: PixChargeState,
  why: Cause,
): Promise<void> {
  await journal.move(charge, state, why);
  await schedule(journal, charge, sql`NULL`);
}

/** Lets an open charge be read after its end, or regularly if that is not known. */
function scheduleRegular(journal: Journal, charge: ChargeRow, end: number): Promise<void> {
  const regular = toTime(charge.now) + kinds[charge.kind].readEvery;
  const next = new Date(Number.isNaN(end) ? regular : end + 1);
  return schedule(journal, charge, sql`greatest(${next}, ${soon(charge)})`, 0);
}

/** The last instant at which a payment was possible, and the time that the bank has to show it. */
function findEnd({ ended_at, payable_until }: ChargeRow, isEnded: boolean, grace: number): number {
  return isEnded ? toTime(ended_at) : toTime(payable_until) + grace;
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
  const until = rule.readPayableUntil?.(record) ?? NaN;
  if (!Number.isNaN(until)) charge.payable_until = new Date(until).toISOString();
  charge.revision = revision;
  charge.txid ??= String(record[rule.identifier]);
  await run(sql`
    UPDATE ${tables.charge} SET terms = ${charge.terms}, revision = ${revision}, txid = ${charge.txid},
      snapshot = snapshot || ${readSnapshot(record)}, payable_until = ${charge.payable_until}::timestamptz,
      changed_at = now()
    WHERE account = ${charge.account} AND id = ${charge.id}`);
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
