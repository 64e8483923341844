import { ValueError } from '../errors/index.js';
import { taskChoices, type PixTask, type PixTaskChoice } from './charge.js';
import { write, type LedgerCore } from './core.js';
import type { Cause, Journal } from './journal.js';
import { toTask, type ChargeRow, type TaskRow } from './rows.js';
import { sql } from './sql.js';
import { PixLedgerTransaction } from './transaction.js';

/**
 * What a person decides about a task.
 *
 * - `refund`: the payment is given back, as far as it was not yet
 * - `accept`: the payment pays its charge
 * - `assign`: the payment pays the charge with the id `to`; or the bank's record with the identifier
 *   `to` is the one that was created
 * - `retry`: what failed is done again
 * - `dismiss`: nothing follows; a charge whose creation is unclear counts as refused
 */
export type PixTaskDecision =
  | { readonly choice: Exclude<PixTaskChoice, 'assign'> }
  | { readonly choice: 'assign'; readonly to: string };

/** What a decision is carried out with. */
interface Decision {
  readonly core: LedgerCore;
  readonly journal: Journal;
  readonly task: TaskRow & { readonly key: string };
  readonly charge: ChargeRow | undefined;
  readonly to: string;
  readonly why: Cause;
}

/**
 * Carries out the decision about a task, once.
 *
 * @throws ValueError if the task does not exist, was decided, or does not have this choice
 */
export function resolveTask(
  core: LedgerCore,
  account: string,
  number: number,
  decision: PixTaskDecision,
): Promise<PixTask> {
  return write(core, async (journal) => {
    const { tables, run } = journal;
    const own = sql`account = ${account} AND number = ${number}`;
    const t = sql`t`;
    const [asked] = await run<TaskRow>(
      sql`SELECT to_jsonb(t) AS row FROM ${tables.task} AS t WHERE ${own}`,
    );
    if (!asked) throw new ValueError(`The task ${number} does not exist.`);
    const to = decision.choice === 'assign' ? decision.to : '';
    const id = asked.reason === 'no charge' && decision.choice === 'assign' ? to : asked.charge;
    // The charge is locked before anything else of it.
    const charge = id === null ? undefined : await journal.lock(account, id);
    const [task] = await run<TaskRow & { key: string }>(sql`
      UPDATE ${tables.task} AS t SET decided_at = now(), decision = ${decision.choice}
      WHERE ${own} AND decided_at IS NULL RETURNING to_jsonb(${t}) AS row`);
    if (!task) throw new ValueError(`The task ${number} is decided.`);
    if (!taskChoices[task.reason].includes(decision.choice)) {
      throw new ValueError(`The task ${number} allows ${taskChoices[task.reason].join(', ')}.`);
    }
    const why: Cause = { cause: 'person', what: `task ${task.reason}: ${decision.choice}` };
    await carryOut[decision.choice]({ core, journal, task, charge, to, why });
    return toTask(task);
  });
}

const carryOut: Readonly<Record<PixTaskChoice, (decision: Decision) => Promise<void>>> = {
  refund,
  accept: (decision) => pay(decision),
  assign: (decision) => (decision.task.reason === 'no charge' ? pay(decision) : adopt(decision)),
  retry,
  dismiss,
};

async function refund({ core, journal, task }: Decision): Promise<void> {
  const { tables, run } = journal;
  const endToEndId = String(task.end_to_end_id);
  const own = sql`account = ${task.account} AND end_to_end_id = ${endToEndId}`;
  const [left] = await run<string>(sql`
    SELECT to_jsonb((p.valor - (
      SELECT coalesce(sum(valor), 0) FROM ${tables.refund}
      WHERE ${own} AND state NOT IN ('failed', 'refused')
    ))::numeric(12, 2)::text) AS row FROM ${tables.payment} AS p WHERE ${own}`);
  if (left === undefined || !/[1-9]/.test(left))
    throw new ValueError('Nothing is left of the payment.');
  const ledger = new PixLedgerTransaction(task.account, journal, core.chave);
  await ledger.refund({ endToEndId, refundId: `task${task.number}`, valor: left });
}

/** The payment pays the charge. */
async function pay({ journal, task, charge, to, why }: Decision): Promise<void> {
  if (!charge) throw new ValueError(`The charge ${JSON.stringify(to)} does not exist.`);
  const { tables, run } = journal;
  const [paid] = await run(sql`
    SELECT to_jsonb(true) AS row FROM ${tables.payment}
    WHERE account = ${charge.account} AND charge = ${charge.id} AND meaning = 'full'`);
  if (paid) throw new ValueError(`The charge ${JSON.stringify(charge.id)} has another payment.`);
  await run(sql`
    UPDATE ${tables.payment} SET charge = ${charge.id}, meaning = 'full'
    WHERE account = ${charge.account} AND end_to_end_id = ${task.end_to_end_id}`);
  if (!(await journal.move(charge, 'paid', why))) await journal.note(charge, why);
}

/** A record that a person has found at the bank is the one that the command created. */
async function adopt({ journal, task, charge, to, why }: Decision): Promise<void> {
  if (!charge || to === '') throw new ValueError('assign requires the identifier of the record.');
  const { tables, run } = journal;
  await run(sql`
    UPDATE ${tables.charge} SET txid = ${to} WHERE account = ${task.account} AND id = ${charge.id}`);
  await repeat(journal, task);
  await journal.note(charge, why);
}

async function retry({ journal, task, charge, why }: Decision): Promise<void> {
  const { tables, run } = journal;
  if (task.reason === 'handler failed') {
    await run(sql`
      UPDATE ${tables.notice} SET due = now(), attempts = 0
      WHERE number = ${readNumber(task)} AND completed_at IS NULL`);
    return;
  }
  if (!charge) return;
  if (task.reason === 'cancel refused') {
    if (!(await journal.move(charge, 'cancelling', why))) return;
    await run(sql`
      INSERT INTO ${tables.command} (account, charge, operation, due)
      VALUES (${charge.account}, ${charge.id}, 'cancel', now())`);
    return;
  }
  await journal.note(charge, why);
  await run(sql`
    UPDATE ${tables.command} SET arrived = false, sent_at = NULL WHERE number = ${readNumber(task)}`);
  await repeat(journal, task);
}

async function dismiss({ journal, task, charge, why }: Decision): Promise<void> {
  if (!charge) return;
  if (task.reason !== 'creation unclear') return journal.note(charge, why);
  await journal.move(charge, 'refused', why);
  const { tables, run } = journal;
  await run(sql`
    UPDATE ${tables.command} SET due = NULL, finished_at = now()
    WHERE account = ${charge.account} AND charge = ${charge.id} AND due IS NOT NULL`);
}

/** Lets the command of a task run again. */
async function repeat({ tables, run }: Journal, task: Decision['task']): Promise<void> {
  await run(sql`
    UPDATE ${tables.command} SET due = now(), outcome = NULL, finished_at = NULL
    WHERE number = ${readNumber(task)}`);
}

/** The number of the row that the task is about: `command:12`. */
function readNumber({ key }: Decision['task']): number {
  return Number(key.split(':')[1]);
}
