import type { Devolucao } from '../contract/index.js';
import type { PixClient } from '../resources/index.js';
import {
  Attempt,
  operations,
  type ClaimedCommand,
  type CommandOperation,
  type End,
} from './attempt.js';
import type { PixTaskReason } from './charge.js';
import { isOwn, write, type LedgerCore } from './core.js';
import type { Cause, Journal } from './journal.js';
import { add, read } from './kinds.js';
import { recordRefund } from './payments.js';
import { applyRecord } from './records.js';
import type { ChargeRow } from './rows.js';
import { pause, seconds, sql, type Sql } from './sql.js';

/**
 * Reserves commands that are due. Those of a charge run in their order, one at a time.
 *
 * @param only further conditions for the command `c`
 */
export function claimCommands(
  core: LedgerCore,
  limit: number,
  only: Sql = sql`true`,
): Promise<ClaimedCommand[]> {
  const { command, charge } = core.store.tables;
  return core.store.run<ClaimedCommand>(sql`
    WITH next AS (
      SELECT c.number, c.arrived, c.sent_at FROM ${command} AS c
      WHERE c.due <= now() AND (c.lease_until IS NULL OR c.lease_until < now()) AND ${isOwn(core)}
        AND c.operation = ANY (${operations}) AND ${only}
        AND NOT EXISTS (
          SELECT FROM ${command} AS earlier WHERE earlier.account = c.account
            AND earlier.charge = c.charge AND earlier.number < c.number AND earlier.due IS NOT NULL
        )
      ORDER BY c.due LIMIT ${limit} FOR UPDATE OF c SKIP LOCKED
    )
    UPDATE ${command} AS c SET lease_until = now() + ${seconds(core.lease / 1000)}, fence = c.fence + 1,
      attempts = c.attempts + 1, arrived = true, sent_at = coalesce(c.sent_at, now())
    FROM next WHERE c.number = next.number
    RETURNING to_jsonb(c) || jsonb_build_object('arrived', next.arrived, 'sent_at', next.sent_at, 'now', now(),
      'kind', (SELECT kind FROM ${charge} AS o WHERE o.account = c.account AND o.id = c.charge),
      'txid', (SELECT txid FROM ${charge} AS o WHERE o.account = c.account AND o.id = c.charge)) AS row`);
}

/** Runs a claimed command: reads first where that is needed, sends, and settles its row. */
export async function runCommand(core: LedgerCore, command: ClaimedCommand): Promise<void> {
  const since = core.runtime.elapsed();
  let client: PixClient;
  try {
    client = await core.client(command.account);
  } catch (error) {
    return settle(core, command, { outcome: 'unknown', error, arrived: command.arrived });
  }
  const isHeld = () => core.runtime.elapsed() - since < core.lease - core.deadline;
  const isTaken = async (identifier: string) => {
    const { run, tables } = core.store;
    const rows = await run(sql`
      SELECT to_jsonb(true) AS row FROM ${tables.charge}
      WHERE account = ${command.account} AND txid = ${identifier}`);
    return rows.length > 0;
  };
  const attempt = new Attempt(client, command, core.deadline / 1000, isHeld, isTaken);
  await settle(core, command, await attempt.run());
}

/** Writes how an attempt ended, unless another process has taken the command over. */
function settle(core: LedgerCore, command: ClaimedCommand, end: End): Promise<void> {
  const { account, charge: id, end_to_end_id: endToEndId, operation, attempts } = command;
  return write(core, async (journal) => {
    const charge =
      id === null
        ? await journal.lockPaid(account, { endToEndId: String(endToEndId) })
        : await journal.lock(account, id);
    if (!(await close(journal, command, end)) || end.outcome === 'unknown') return;
    const { correlationId } = read('error' in end ? end.error : undefined);
    const why: Cause = {
      cause: 'call',
      what: `${operation}: ${end.outcome}`,
      attempts,
      correlationId: typeof correlationId === 'string' ? correlationId : undefined,
    };
    // A creation that is done is a move, which has a line of its own.
    if (charge && (end.outcome !== 'done' || operation !== 'create'))
      await journal.note(charge, why);
    if (operation === 'refund') await settleRefund(journal, command, end, charge, why);
    else if (charge) await settleCharge(core, journal, { command, end, charge, why });
  });
}

/** An attempt whose claim is ended, and the charge, which is locked. */
interface Settled {
  readonly command: ClaimedCommand;
  readonly end: Exclude<End, { outcome: 'unknown' }>;
  readonly charge: ChargeRow;
  readonly why: Cause;
}

async function settleCharge(core: LedgerCore, journal: Journal, settled: Settled): Promise<void> {
  const { command, end, charge, why } = settled;
  if (end.outcome === 'unclear') {
    const reason = command.operation === 'create' ? 'creation unclear' : 'retry unclear';
    const { account, number } = command;
    await journal.addTask({ account, charge: charge.id, key: `command:${number}`, reason });
    return;
  }
  if (end.record) {
    const { grace, ignoresUnmatched } = core;
    const readAt = end.outcome === 'done' ? end.readAt : Date.parse(command.now);
    await applyRecord(journal, charge, {
      record: end.record,
      why,
      readAt,
      grace,
      ignoresUnmatched,
    });
  }
  if (end.outcome === 'refused') await settleRefusal(journal, command, charge, why);
}

/** Ends the claim of a command. A command that is not settled stays due, after a pause. */
async function close(
  journal: Journal,
  { number, fence, attempts, operation }: ClaimedCommand,
  end: End,
): Promise<boolean> {
  const { tables, run } = journal;
  const isSettled = end.outcome !== 'unknown';
  // The next commands of a charge without an identifier wait for a person.
  const parked = operation === 'create' ? sql`'infinity'` : sql`NULL`;
  const settled = end.outcome === 'unclear' ? parked : sql`NULL`;
  const due = isSettled ? settled : sql`now() + ${pause(attempts)}`;
  const rows = await run<boolean>(sql`
    UPDATE ${tables.command} SET lease_until = NULL, due = ${due}, outcome = ${end.outcome},
      finished_at = ${isSettled ? sql`now()` : undefined}, arrived = ${isSettled || end.arrived},
      sent_at = ${isSettled || end.arrived ? sql`sent_at` : undefined}
    WHERE number = ${number} AND fence = ${fence} AND due IS NOT NULL
    RETURNING to_jsonb(true) AS row`);
  return rows.length > 0;
}

const refusals: Readonly<Partial<Record<CommandOperation, PixTaskReason>>> = {
  revise: 'revise refused',
  cancel: 'cancel refused',
  retry: 'retry refused',
};

/** What follows from a refusal, unless the bank's record has already settled the charge. */
async function settleRefusal(
  journal: Journal,
  { account, number, operation }: ClaimedCommand,
  charge: ChargeRow,
  why: Cause,
): Promise<void> {
  const { tables, run } = journal;
  if (operation === 'create') {
    // A record under our identifier is the charge, whatever the answer was.
    if (charge.revision !== null || !(await journal.move(charge, 'refused', why))) return;
    await run(sql`
      UPDATE ${tables.command} SET due = NULL, outcome = 'refused', finished_at = now()
      WHERE account = ${account} AND charge = ${charge.id} AND due IS NOT NULL`);
    return;
  }
  if (operation === 'cancel' && charge.ended_at === null) await journal.move(charge, 'open', why);
  if (charge.state !== 'open' && charge.state !== 'cancelling') return;
  const reason = refusals[operation];
  if (!reason) return;
  await journal.addTask({ account, key: `command:${number}`, reason, charge: charge.id });
}

async function settleRefund(
  journal: Journal,
  { account, number, end_to_end_id, target, body }: ClaimedCommand,
  end: End,
  charge: ChargeRow | undefined,
  why: Cause,
): Promise<void> {
  const [endToEndId, refundId] = [String(end_to_end_id), String(target)];
  const devolucao = ('record' in end ? end.record : undefined) as Devolucao | undefined;
  // Another refund may have this id at the bank: then ours was refused.
  if (devolucao && add([devolucao.valor]) === add([read(body).valor])) {
    await recordRefund(journal, { account, endToEndId, devolucao, charge, why });
    return;
  }
  const { tables, run } = journal;
  await run(sql`
    UPDATE ${tables.refund} SET state = 'refused'
    WHERE account = ${account} AND end_to_end_id = ${endToEndId} AND refund_id = ${refundId} AND state = 'asked'`);
  await journal.addTask({
    account,
    key: `command:${number}`,
    reason: 'refund refused',
    charge: charge?.id,
    endToEndId,
    about: refundId,
  });
}
