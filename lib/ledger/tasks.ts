import { ValueError } from '../errors/index.js';
import { ID_REC } from '../values/index.js';
import { publicTask, toTask, type ChargeRow, type PixTask, type PixTaskChoice } from './charge.js';
import { endCommands } from './commands.js';
import { write, type Cause, type Journal, type LedgerCore } from './journal.js';
import { sql, type Sql } from './store.js';
import { left, PixLedgerTransaction } from './transaction.js';

/**
 * What a person decides about a task.
 *
 * - `refund`: the payment is given back, as far as it was not yet; or the refund that failed is asked
 *   for again, under another id
 * - `accept`: the payment pays its charge
 * - `assign`: the payment pays the charge with the id `to`; or the bank's record with the identifier
 *   `to` is the one that was created
 * - `retry`: what failed is done again
 * - `dismiss`: nothing follows; a charge whose creation is unclear counts as refused
 */
export type PixTaskDecision = {
  /** Who decides, for the history of the charge: as the option `by` of {@link PixLedger.in}. */
  readonly by?: string | undefined;
} & (
  | { readonly choice: Exclude<PixTaskChoice, 'assign'> }
  | { readonly choice: 'assign'; readonly to: string }
);

/** What a decision is carried out with. */
interface Decision {
  readonly journal: Journal;
  readonly task: PixTask;
  /** What the task is about: `command:12`. */
  readonly key: string;
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
    const [asked] = await run<PixTask & { key: string }>(sql`
      SELECT ${publicTask(tables)} || jsonb_build_object('key', t.key) AS row FROM ${tables.task} AS t
      WHERE ${own}`);
    if (!asked) throw new ValueError(`The task ${number} does not exist.`);
    const to = decision.choice === 'assign' ? decision.to : '';
    const id = asked.reason === 'no charge' && to !== '' ? to : asked.charge;
    // The charge is locked before anything else of it.
    const charge = (id ?? null) === null ? undefined : await journal.lock(account, String(id));
    const [decided] = await run<object>(sql`
      UPDATE ${tables.task} AS t SET decided_at = now(), decision = ${decision.choice}
      WHERE ${own} AND decided_at IS NULL RETURNING ${publicTask(tables)} AS row`);
    if (!decided) throw new ValueError(`The task ${number} is decided.`);
    const task = toTask(decided);
    const { choices, reason } = task;
    if (!choices.includes(decision.choice))
      throw new ValueError(`The task ${number} allows ${choices.join(', ') || 'no decision'}.`);
    const { choice, by } = decision;
    const why: Cause = { cause: 'person', what: `task ${reason}: ${choice}`, by };
    await carryOut[choice]({ journal, task, key: asked.key, charge, to, why });
    return task;
  });
}

const carryOut: Readonly<Record<PixTaskChoice, (decision: Decision) => Promise<unknown>>> = {
  refund,
  accept: pay,
  assign: (decision) => (decision.task.reason === 'no charge' ? pay(decision) : adopt(decision)),
  retry,
  dismiss,
};

async function refund({ journal, task, why }: Decision): Promise<void> {
  const { tables, run } = journal;
  const { account, about, number } = task;
  const endToEndId = String(task.endToEndId);
  const own = sql`account = ${account} AND end_to_end_id = ${endToEndId}`;
  const [valor] = await run<string>(sql`
    SELECT to_jsonb(least(
      (SELECT valor FROM ${tables.refund} WHERE ${own} AND refund_id = ${about}), ${left(tables)}
    )::numeric(12, 2)::text) AS row FROM ${tables.payment} AS p WHERE ${own}`);
  if (valor === undefined || !/[1-9]/.test(valor))
    throw new ValueError('Nothing is left of the payment.');
  const ledger = new PixLedgerTransaction(account, journal, why.by);
  await ledger.refund({ endToEndId, refundId: `task${number}`, valor });
}

/** The payment pays the charge. */
async function pay({ journal, task, charge, to, why }: Decision): Promise<void> {
  if (!charge || charge.kind === 'rec')
    throw new ValueError(`There is no charge ${JSON.stringify(to)} that a payment pays.`);
  const { tables, run } = journal;
  const own = sql`account = ${charge.account} AND end_to_end_id = ${task.endToEndId}`;
  const [paid] = await run(sql`
    SELECT to_jsonb(true) AS row FROM ${tables.payment}
    WHERE account = ${charge.account} AND charge = ${charge.id} AND meaning = 'full'`);
  if (paid) throw new ValueError(`The charge ${JSON.stringify(charge.id)} has another payment.`);
  await run(sql`
    UPDATE ${tables.payment} SET charge = ${charge.id}, meaning = 'full' WHERE ${own}`);
  // After the row was written, which a refund at the same time writes too.
  const [isLeft] = await run<boolean>(sql`
    SELECT to_jsonb(${left(tables)} > 0) AS row FROM ${tables.payment} AS p WHERE ${own}`);
  if (!isLeft) throw new ValueError('The payment was returned: nothing is left of it.');
  if (!(await journal.move(charge, 'paid', why))) journal.note(charge, why);
}

/** A record that a person has found at the bank is the one that the command created. */
async function adopt({ journal, key, charge, to, why }: Decision): Promise<void> {
  if (!charge || !ID_REC.test(to))
    throw new ValueError('assign requires `to`: the idRec of the record at the bank.');
  const [taken] = await journal.run<string>(sql`
    SELECT to_jsonb(id) AS row FROM ${journal.tables.charge}
    WHERE account = ${charge.account} AND txid = ${to} AND id <> ${charge.id}`);
  if (taken) throw new ValueError(`The charge ${JSON.stringify(taken)} has this idRec.`);
  journal.set(charge, { txid: to });
  await repeat(journal, key, sql`sent_at`);
  journal.note(charge, why);
}

async function retry({ journal, task, key, charge, why }: Decision): Promise<unknown> {
  const { tables, later } = journal;
  if (charge) journal.note(charge, why);
  if (charge && task.reason === 'cancel refused')
    return new PixLedgerTransaction(task.account, journal, why.by).cancel(charge.id);
  if (task.reason === 'handler failed')
    return later(sql`
      UPDATE ${tables.notice} SET due = now(), attempts = 0
      WHERE number = ${readNumber(key)} AND handler = ${task.about} AND completed_at IS NULL`);
  return charge && repeat(journal, key, sql`NULL`);
}

async function dismiss({ journal, task, charge, why }: Decision): Promise<void> {
  if (!charge) return;
  const isOver = task.reason === 'creation unclear';
  if (!isOver || !(await journal.move(charge, 'refused', why))) journal.note(charge, why);
  if (isOver) await endCommands(journal, charge);
}

/** Lets the command of a task run again; without an instant of sending, as if it were never sent. */
const repeat = ({ tables, later }: Journal, key: string, sentAt: Sql) =>
  later(sql`
    UPDATE ${tables.command} SET due = now(), outcome = NULL, finished_at = NULL, sent_at = ${sentAt}
    WHERE number = ${readNumber(key)}`);

const readNumber = (key: string) => Number(key.split(':')[1]);
