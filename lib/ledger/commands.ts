// What the ledger asks of the bank: claims a command, sends or reads it, and settles its row.

import { findMoneyDifferences, type Devolucao } from '../contract/index.js';
import {
  isPixAPIException,
  isPixErrorOfClass,
  isValidationError,
  isValueError,
  toErrorText,
  toLogLine,
  type PixErrorMap,
} from '../errors/index.js';
import { observe } from '../observe/index.js';
import { Batcher, Slot } from '../receiver/index.js';
import { sleep } from '../runtime/index.js';
import {
  chargeRow,
  toUnpaidCharge,
  type ChargeRow,
  type PixCharge,
  type PixChargeKind,
  type PixTaskReason,
} from './charge.js';
import { isOwn, write, type Cause, type Journal, type LedgerCore } from './journal.js';
import { add, kinds, read, refundCalls, type BankRecord, type KindCalls } from './kinds.js';
import { recordRefund } from './payments.js';
import { applyRecord, isUnsettled } from './records.js';
import { list, pause, seconds, sql } from './store.js';

/** What a command asks of the bank. A version of the ledger leaves the commands of later ones alone. */
const operations = ['create', 'revise', 'cancel', 'retry', 'refund'] as const;
export type CommandOperation = (typeof operations)[number];

/** A command that this process has claimed. The claim is committed: it counts as sent from then on. */
export interface ClaimedCommand {
  readonly number: number;
  readonly account: string;
  readonly charge: string | null;
  readonly end_to_end_id: string | null;
  readonly operation: CommandOperation;
  /** The id of a refund, or the date of a retry. */
  readonly target: string | null;
  readonly body: object;
  readonly attempts: number;
  readonly fence: number;
  /** When an earlier attempt may last have sent something. */
  readonly sent_at: string | null;
  /** How the last attempt that was sent ended. `refused`: it is not sent again, and later readings decide. */
  readonly outcome: string | null;
  readonly created_at: string;
  readonly now: string;
  readonly kind: PixChargeKind | null;
  readonly txid: string | null;
  readonly trace: ChargeRow['trace'];
  /** Monotonic milliseconds of this process before the claim. */
  readonly since: number;
}

/**
 * Reserves commands. Those of a charge run in their order, one at a time.
 *
 * @param full accounts with an operation that are left alone: `default create`
 * @param only which: conditions for the command `c`. Default: all of the account and of its tenants that are due
 */
export async function claimCommands(
  core: LedgerCore,
  limit: number,
  full: readonly string[] = [],
  only = sql`c.due <= now() AND ${isOwn(core)} AND c.operation = ANY (${operations})`,
): Promise<ClaimedCommand[]> {
  const { command, charge } = core.store.tables;
  // A process that is paused after the claim must find its lease used up.
  const since = core.runtime.elapsed();
  const rows = await core.store.run<Omit<ClaimedCommand, 'since'>>(sql`
    WITH next AS (
      SELECT c.number, c.sent_at FROM ${command} AS c
      WHERE (c.lease_until IS NULL OR c.lease_until < now()) AND ${only}
        AND c.account || ' ' || c.operation <> ALL (${full}) AND NOT EXISTS (
          SELECT FROM ${command} AS earlier WHERE earlier.account = c.account
            AND earlier.charge = c.charge AND earlier.number < c.number AND earlier.due IS NOT NULL
        )
      ORDER BY c.due LIMIT ${limit} FOR UPDATE OF c SKIP LOCKED
    )
    UPDATE ${command} AS c SET lease_until = now() + ${seconds(core.lease / 1000)}, fence = c.fence + 1,
      attempts = c.attempts + 1, sent_at = now()
    FROM next WHERE c.number = next.number
    RETURNING to_jsonb(c) || jsonb_build_object('sent_at', next.sent_at, 'now', now()) || coalesce(
      (SELECT jsonb_build_object('kind', kind, 'txid', txid, 'trace', trace) FROM ${charge} AS o
      WHERE o.account = c.account AND o.id = c.charge), '{"kind": null, "txid": null}') AS row`);
  return rows.map((row) => Object.assign(row, { since }));
}

/**
 * Runs a claimed command: reads first where that is needed, sends, and settles its row.
 *
 * @returns the charge that was created, if that is all that is known of it
 */
export function runCommand(
  core: LedgerCore,
  command: ClaimedCommand,
  creations = collectCreations(core),
): Promise<PixCharge | undefined> {
  const { operation } = command;
  const [txid, trace] = [command.txid ?? undefined, command.trace ?? undefined];
  return observe(
    core.telemetry,
    { kind: 'ledger', ledger: core.account, operation, txid, trace },
    async () => settle(core, command, await new Attempt(core, command).run(), creations),
  );
}

/** How the attempt of a command ended. `readAt`: the database's clock before the record was read. */
type End =
  | { readonly outcome: 'done'; readonly record: BankRecord; readonly readAt?: number }
  | { readonly outcome: 'refused'; readonly error?: unknown; readonly record?: BankRecord }
  /** Nothing shows whether a request arrived that must not be sent twice: a person finds out. */
  | { readonly outcome: 'unclear' }
  /** It is repeated. `sent`: whether this attempt may have arrived; `refused`: it was refused, and later readings decide. */
  | { readonly outcome: 'unknown'; readonly error?: unknown; readonly sent: boolean | 'refused' };

/** After how long it is certain that a request has arrived or is lost, in milliseconds. */
const ARRIVES_WITHIN = 120_000;

/** Statuses with which a bank refuses a request for what it contains. Credentials can be repaired. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([400, 409, 422]);

const isRefusal = ({ status, type }: PixErrorMap['PixAPIException']) =>
  REFUSALS.has(status) || (status === 404 && type !== '');

/** One attempt of a command: reads first if an earlier one may have arrived, and sends. */
class Attempt {
  readonly #id: string;
  readonly #isRefund: boolean;
  /** Whether it creates a record, under an identifier of ours. */
  readonly #creates: boolean;
  /** Whether an earlier attempt may have arrived. */
  readonly #mayBeThere: boolean;
  readonly #options: { readonly deadline: number };
  #calls!: KindCalls;

  constructor(
    private readonly core: LedgerCore,
    private readonly command: ClaimedCommand,
  ) {
    const { kind, operation, txid, target, sent_at: sentAt } = command;
    this.#isRefund = kind === null || operation === 'refund';
    this.#id = String(this.#isRefund ? target : txid);
    this.#creates = this.#isRefund || operation === 'create';
    this.#mayBeThere = sentAt !== null;
    this.#options = { deadline: core.deadline / 1000 };
  }

  async run(): Promise<End> {
    const { account, kind, end_to_end_id: endToEndId } = this.command;
    try {
      const client = await this.core.client(account);
      this.#calls =
        this.#isRefund || kind === null
          ? refundCalls(client, String(endToEndId))
          : kinds[kind].calls(client);
      const end = await this.#readFirst();
      if (end) return end;
    } catch (error) {
      return { outcome: 'unknown', error, sent: false };
    }
    // Who takes over after the lease must not meet a request of this process.
    const { runtime, lease, deadline } = this.core;
    if (runtime.elapsed() - this.command.since > lease - deadline)
      return { outcome: 'unknown', sent: false };
    try {
      return { outcome: 'done', record: (await this.#send()) as BankRecord };
    } catch (error) {
      return this.#judge(error);
    }
  }

  async #send(): Promise<object> {
    const { operation, body, target } = this.command;
    const calls = this.#calls;
    if (this.#creates) return calls.create(this.#id, body, this.#options);
    if (operation === 'cancel') return calls.cancel(this.#id, this.#options);
    if (operation === 'revise') return calls.revise(this.#id, body, this.#options);
    return calls.retry(this.#id, String(target), this.#options);
  }

  /** @returns `undefined` if the command is to be sent */
  async #readFirst(): Promise<End | undefined> {
    const { operation, txid, kind, now } = this.command;
    if (operation === 'create' && txid === null) return this.#search();
    if (!this.#mayBeThere) return undefined;
    const readAt = Date.parse(now);
    const record = await this.#read();
    if (this.#creates || kind === null)
      return record ? { outcome: 'done', record, readAt } : this.#findNothing();
    if (!record) throw new Error('The bank does not show a charge that it has.');
    if (operation === 'retry') return this.#findRetry(record, readAt);
    return this.#findChange(record, kind, readAt);
  }

  /**
   * Finds whether a cancellation or revision that may have arrived has taken effect, also if the charge
   * was paid afterwards.
   *
   * @returns `undefined` if it is to be sent
   */
  #findChange(record: BankRecord, kind: PixChargeKind, readAt: number): End | undefined {
    const { operation, body } = this.command;
    const { states, revise } = kinds[kind];
    const state = states[String(record.status)];
    if (state === 'open') return undefined;
    const isCancelled = operation === 'cancel' && state === 'cancelled';
    const isRevised = revise && read(body).valor && !findMoneyDifferences(revise, body, record)[0];
    return { outcome: isCancelled || isRevised ? 'done' : 'refused', record, readAt };
  }

  /**
   * A recurrence has no identifier before the bank has chosen one, so it is never sent twice. It is
   * searched for before the first attempt too: the database may have been restored from a backup.
   */
  async #search(): Promise<End | undefined> {
    const { account, body, created_at: createdAt } = this.command;
    const { run, tables } = this.core.store;
    const found = await this.#calls.search(body, new Date(createdAt), this.#options);
    const ids = (found as BankRecord[]).map(({ idRec }) => String(idRec));
    const taken = await run<string>(sql`
      SELECT to_jsonb(txid) AS row FROM ${tables.charge}
      WHERE account = ${account} AND txid = ANY (${ids})`);
    const free = (found as BankRecord[]).filter(({ idRec }) => !taken.includes(String(idRec)));
    const [record] = free;
    if (record && free.length === 1) return { outcome: 'done', record };
    return this.#mayBeThere || record ? this.#waitOrAsk() : undefined;
  }

  /** A recurrence that a person has assigned must be there: its creation chooses another identifier. */
  #findNothing(): End | undefined {
    if (this.command.outcome === 'refused')
      return this.#mayArrive() ? { outcome: 'unknown', sent: false } : { outcome: 'refused' };
    return this.command.kind === 'rec' && !this.#isRefund ? this.#waitOrAsk() : undefined;
  }

  /** Each retry counts, so it is never sent twice. */
  #findRetry(record: BankRecord, readAt: number): End {
    const { target } = this.command;
    const tries = Array.isArray(record.tentativas) ? record.tentativas.map(read) : [];
    const isThere = tries.some((each) => each.dataLiquidacao === target && each.tipo !== 'AGND');
    return isThere ? { outcome: 'done', record, readAt } : this.#waitOrAsk();
  }

  #waitOrAsk(): End {
    return this.#mayArrive() ? { outcome: 'unknown', sent: false } : { outcome: 'unclear' };
  }

  /** Whether an earlier attempt may still become visible at the bank. */
  #mayArrive(): boolean {
    const { now, sent_at: sentAt } = this.command;
    return sentAt !== null && Date.parse(now) - Date.parse(sentAt) < ARRIVES_WITHIN;
  }

  /** The meaning of an error of a call: refused, to be repeated as it was not sent, or unknown. */
  #judge(error: unknown): End | Promise<End> {
    const isClass = (name: keyof PixErrorMap) => isPixErrorOfClass(error, name);
    // A limit of this side or its configuration has stopped the request.
    if (isClass('RateLimitError') || isClass('ConfigurationError'))
      return { outcome: 'unknown', error, sent: false };
    // It can never be sent.
    if (isValidationError(error) || isValueError(error) || isClass('NotImplementedError')) {
      if (this.#mayBeThere) return { outcome: 'unknown', error, sent: false };
      return { outcome: 'refused', error };
    }
    if (!isPixAPIException(error) || error.resultUnknown)
      return { outcome: 'unknown', error, sent: true };
    return this.#judgeAnswer(error);
  }

  async #judgeAnswer(error: PixErrorMap['PixAPIException']): Promise<End> {
    const isConflict = isPixErrorOfClass(error, 'PixConflitoException');
    if (!isConflict && !isRefusal(error)) return { outcome: 'unknown', error, sent: false };
    // The refusal of a refund frees its amount, so that it counts only if later readings show nothing.
    if (this.#isRefund) return { outcome: 'unknown', error, sent: 'refused' };
    // A bank refuses an identifier that is in use, and its readings may lag behind what used it.
    const isFirst = !this.#mayBeThere;
    if (this.#creates && !isFirst && this.#mayArrive())
      return { outcome: 'unknown', error, sent: false };
    if (this.#creates && isFirst && !isConflict) return { outcome: 'refused', error };
    try {
      const record = await this.#read();
      return { outcome: 'refused', error, ...(record && { record }) };
    } catch {
      return { outcome: 'unknown', error, sent: true };
    }
  }

  /** Resolves to `undefined` if the bank does not have the record. */
  async #read(): Promise<BankRecord | undefined> {
    try {
      return (await this.#calls.get(this.#id, this.#options)) as BankRecord;
    } catch (error) {
      if (isPixErrorOfClass(error, 'PixRecursoNaoEncontradoException')) return undefined;
      throw error;
    }
  }
}

const SETTLE_PAUSE = 1000;

/**
 * Writes how an attempt ended, unless another process has taken the command over. Tries until the
 * lease ends, so that a restart of the database does not lose what the bank has answered.
 */
async function settle(
  core: LedgerCore,
  command: ClaimedCommand,
  end: End,
  creations: Creations,
): Promise<PixCharge | undefined> {
  if (end.outcome === 'done' && command.operation === 'create') {
    try {
      return await creations.add({ command, end });
    } catch {
      // The record of another one may be the reason.
    }
  }
  for (;;) {
    try {
      await write(core, (journal) => settleIn(journal, command, end));
      return undefined;
    } catch (error) {
      const isOver = core.runtime.elapsed() - command.since > core.lease - SETTLE_PAUSE;
      if (isOver || !(await sleep(core.runtime, SETTLE_PAUSE, core.stopping))) throw error;
      core.logger.warn(toLogLine(`${command.operation} is written again: ${toErrorText(error)}`));
    }
  }
}

/** A creation that the bank has answered with its record. */
interface Creation {
  readonly command: ClaimedCommand;
  readonly end: Extract<End, { outcome: 'done' }>;
}

/** Creations that end at the same time, and are settled in one transaction. */
export type Creations = Batcher<Creation, PixCharge | undefined>;

export function collectCreations(core: LedgerCore): Creations {
  const send = (creations: readonly Creation[]) =>
    write(core, (journal) => settleCreations(journal, creations));
  return new Batcher({ slot: new Slot(core.runtime), send });
}

async function settleCreations(
  journal: Journal,
  creations: readonly Creation[],
): Promise<(PixCharge | undefined)[]> {
  await journal.lockAll(creations.map(({ command }) => command));
  const claims = creations.map(({ command: { number, fence } }) => sql`(${number}, ${fence})`);
  const { tables, run } = journal;
  const own = [sql`c.account`, sql`c.charge`, sql`c.number`] as const;
  const closed = await run<{ charge: ChargeRow; number: number; isAlone: boolean }>(sql`
    WITH closed AS (
      UPDATE ${tables.command} AS c SET lease_until = NULL, outcome = 'done', due = NULL, finished_at = now()
      WHERE (number, fence) IN (${list(claims)}) AND due IS NOT NULL
      RETURNING account, charge, number, NOT ${isUnsettled(tables, ...own, sql`true`)} AS is_alone
    )
    SELECT jsonb_build_object('charge', ${chargeRow}, 'number', number, 'isAlone', is_alone) AS row
    FROM closed JOIN ${tables.charge} AS c ON c.account = closed.account AND c.id = closed.charge`);
  const created: (PixCharge | undefined)[] = [];
  for (const { command, end } of creations) {
    const { charge, isAlone } = closed.find(({ number }) => number === command.number) ?? {};
    const { record, readAt } = end;
    const isFresh = isAlone === true && record.pix === undefined;
    const isBusy = isFresh ? false : undefined;
    const why = toCause(command, end);
    if (charge) await applyRecord(journal, charge, { record, why, readAt, isBusy });
    created.push(charge && isFresh ? toUnpaidCharge(charge) : undefined);
  }
  return created;
}

async function settleIn(journal: Journal, command: ClaimedCommand, end: End): Promise<void> {
  const { account, charge: id, end_to_end_id: endToEndId, operation } = command;
  const charge =
    id === null
      ? await journal.lockPaid(account, { endToEndId: String(endToEndId) })
      : await journal.lock(account, id);
  if (!(await close(journal, command, end)) || end.outcome === 'unknown') return;
  const why = toCause(command, end);
  // A creation that is done is a move, which has a line of its own.
  if (charge && (end.outcome !== 'done' || operation !== 'create')) journal.note(charge, why);
  if (operation === 'refund') await settleRefund(journal, command, end, charge, why);
  else if (charge) await settleCharge(journal, command, end, charge, why);
}

function toCause({ operation, attempts }: ClaimedCommand, end: End): Cause {
  const { correlationId } = read('error' in end ? end.error : undefined);
  return {
    cause: 'call',
    what: `${operation}: ${end.outcome}`,
    attempts,
    correlationId: typeof correlationId === 'string' ? correlationId : undefined,
  };
}

async function settleCharge(
  journal: Journal,
  command: ClaimedCommand,
  end: Exclude<End, { outcome: 'unknown' }>,
  charge: ChargeRow,
  why: Cause,
): Promise<void> {
  if (end.outcome === 'unclear') {
    const isCreation = command.operation === 'create';
    // The bank does not have what a person has assigned.
    if (isCreation) journal.set(charge, { txid: null });
    return addTask(journal, command, isCreation ? 'creation unclear' : 'retry unclear');
  }
  if (end.record) {
    const readAt = end.outcome === 'done' ? end.readAt : Date.parse(command.now);
    await applyRecord(journal, charge, { record: end.record, why, readAt });
  }
  if (end.outcome === 'refused') await settleRefusal(journal, command, charge, why);
}

/** Ends the claim of a command. A command that is not settled stays due, after a pause. */
async function close(
  { tables, run }: Journal,
  { number, fence, attempts, operation, sent_at: sentAt }: ClaimedCommand,
  end: End,
): Promise<boolean> {
  const isSettled = end.outcome !== 'unknown';
  // The next commands of a charge without an identifier wait for a person.
  const isParked = end.outcome === 'unclear' && operation === 'create';
  const settled = isParked ? sql`'infinity'` : sql`NULL`;
  const isSent = isSettled || end.sent !== false;
  const outcome = !isSettled && end.sent === 'refused' ? end.sent : end.outcome;
  const rows = await run<boolean>(sql`
    UPDATE ${tables.command} SET lease_until = NULL, outcome = ${isSent ? outcome : sql`outcome`},
      due = ${isSettled ? settled : sql`now() + ${pause(attempts)}`},
      finished_at = ${isSettled ? sql`now()` : undefined},
      sent_at = ${isSent ? sql`sent_at` : sql`${sentAt}::timestamptz`}
    WHERE number = ${number} AND fence = ${fence} AND due IS NOT NULL
    RETURNING to_jsonb(true) AS row`);
  return rows.length > 0;
}

function addTask(
  journal: Journal,
  { account, charge, number, attempts, end_to_end_id: endToEndId, target }: ClaimedCommand,
  reason: PixTaskReason,
): Promise<void> {
  const key = `command:${number}:${attempts}`;
  const about = target ?? undefined;
  return journal.addTask({ account, key, reason, charge, endToEndId, about });
}

/** What follows from a refusal, unless the bank's record has already settled the charge. */
async function settleRefusal(
  journal: Journal,
  command: ClaimedCommand,
  charge: ChargeRow,
  why: Cause,
): Promise<void> {
  const { operation } = command;
  if (operation === 'create') {
    // A record under our identifier is the charge, whatever the answer was.
    if (charge.revision === null && (await journal.move(charge, 'refused', why)))
      await endCommands(journal, charge);
    return;
  }
  if (operation === 'cancel' && charge.ended_at === null) await journal.move(charge, 'open', why);
  // The payment of a charge may come first; its amount is then not the one that the application asked for.
  const paid = operation === 'revise' ? ['paid'] : [];
  if (['open', 'cancelling', ...paid].includes(charge.state))
    await addTask(journal, command, `${operation} refused`);
}

/** Ends what a charge that was not created has still to do. Refunds are of payments. */
export async function endCommands({ tables, later }: Journal, charge: ChargeRow): Promise<void> {
  await later(sql`
    UPDATE ${tables.command} SET due = NULL, outcome = 'refused', finished_at = now()
    WHERE account = ${charge.account} AND charge = ${charge.id} AND due IS NOT NULL
      AND operation <> 'refund'`);
}

async function settleRefund(
  journal: Journal,
  command: ClaimedCommand,
  end: End,
  charge: ChargeRow | undefined,
  why: Cause,
): Promise<void> {
  const { account, end_to_end_id, target, body } = command;
  const [endToEndId, refundId] = [String(end_to_end_id), String(target)];
  const devolucao = ('record' in end ? end.record : undefined) as Devolucao | undefined;
  if (devolucao) await recordRefund(journal, { account, endToEndId, devolucao, charge, why });
  // Another refund may have this id at the bank: then ours was refused.
  if (devolucao && add([devolucao.valor]) === add([read(body).valor])) return;
  await journal.later(sql`
    UPDATE ${journal.tables.refund} SET state = 'refused'
    WHERE account = ${account} AND end_to_end_id = ${endToEndId} AND refund_id = ${refundId} AND state = 'asked'`);
  await addTask(journal, command, 'refund refused');
}
