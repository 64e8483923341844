// The states of charges and their moves, what applications see of them, and their rows.

import type { CobRTentativa } from '../contract/index.js';
import { sql, type LedgerTables, type Sql } from './store.js';

/** What a row of the ledger stands for at the bank: an immediate, due-date or recurring charge, or a recurrence. */
export type PixChargeKind = 'cob' | 'cobv' | 'cobr' | 'rec';

/**
 * The state of a charge.
 *
 * - `opening`: the row is written; it is not known that the bank has the charge.
 * - `open`: it can be paid. A recurrence that the payer has not approved yet is open as well.
 * - `paid`: a payment of the right amount is recorded.
 * - `expired`: it can be paid no longer, and was not.
 * - `cancelling`: it is to be cancelled, and may still be paid.
 * - `cancelled`: it was removed, by the application or by the bank, and was not paid.
 * - `refused`: the bank refused to create it, or the payer's bank refused the debit.
 */
export type PixChargeState =
  'opening' | 'open' | 'paid' | 'expired' | 'cancelling' | 'cancelled' | 'refused';

/** The changes that a handler can receive. `approved`: the payer has approved a recurrence. */
export type PixChargeEvent =
  'opened' | 'approved' | 'paid' | 'expired' | 'cancelled' | 'refused' | 'refunded';

/** Who or what moved a charge: an answer of the bank, a notification, the reconciler, or a person. */
export type PixLedgerCause = 'call' | 'event' | 'reconciler' | 'person';

/**
 * The states that follow a state. A payment that arrives after the end of its charge is a task, so
 * that only a person moves the charge then ({@link movesByPerson}).
 */
export const moves: Readonly<Record<PixChargeState, readonly PixChargeState[]>> = {
  opening: ['open', 'paid', 'cancelling', 'cancelled', 'expired', 'refused'],
  open: ['paid', 'cancelling', 'cancelled', 'expired', 'refused'],
  cancelling: ['open', 'paid', 'cancelled', 'expired', 'refused'],
  paid: [],
  expired: [],
  cancelled: [],
  refused: [],
};

/** The states of a charge, for filters. */
export const pixChargeStates = Object.keys(moves) as readonly PixChargeState[];

export const movesByPerson: typeof moves = {
  ...moves,
  expired: ['paid'],
  cancelled: ['paid'],
  refused: ['paid'],
};

/** The event of a state that was reached. */
export const eventOnArrival: Readonly<Partial<Record<PixChargeState, PixChargeEvent>>> = {
  open: 'opened',
  paid: 'paid',
  expired: 'expired',
  cancelled: 'cancelled',
  refused: 'refused',
};

/** Whether a charge in this state may still be paid. */
export function isUnfinished(state: PixChargeState): boolean {
  return moves[state].length > 0;
}

/** The meanings of a payment, for filters. */
export const paymentMeanings = ['full', 'late', 'duplicate', 'other amount', 'no charge'] as const;

/**
 * What a payment is: the amount of its charge in time (`full`), a payment after the end of its
 * charge (`late`), another payment of a paid charge (`duplicate`), another amount (`other amount`),
 * or a payment without a charge in the ledger (`no charge`).
 */
export type PixPaymentMeaning = (typeof paymentMeanings)[number];

/** A received Pix as the ledger records it, without personal data. */
export interface PixLedgerPayment {
  readonly endToEndId: string;
  /** The charge that it belongs to; `undefined` if there is none. */
  readonly charge: string | undefined;
  /** The received amount as decimal text. */
  readonly valor: string;
  /** When the Pix was settled. */
  readonly horario: Date;
  /** `undefined` until a reading of the charge decides. */
  readonly meaning: PixPaymentMeaning | undefined;
}

/** The states of a refund, for filters. */
export const refundStates = ['asked', 'processing', 'returned', 'failed', 'refused'] as const;

/**
 * The state of a refund: to be sent (`asked`), at the bank (`processing`), given back (`returned`), not
 * carried out by the bank (`failed`), or not accepted by it (`refused`).
 */
export type PixRefundState = (typeof refundStates)[number];

export interface PixLedgerRefund {
  readonly endToEndId: string;
  readonly refundId: string;
  /** The amount as decimal text. */
  readonly valor: string;
  readonly state: PixRefundState;
  /** Who asked for it: this ledger, or the bank (its own application, MED). */
  readonly madeBy: 'ledger' | 'bank';
  readonly askedAt: Date;
  readonly settledAt: Date | undefined;
}

/** A charge of the ledger. Contains no personal data. */
export interface PixCharge {
  /** The id that the application chose. */
  readonly id: string;
  readonly account: string;
  readonly kind: PixChargeKind;
  /** The txid, or the idRec of a recurrence; `undefined` before the bank has chosen the idRec. */
  readonly identifier: string | undefined;
  readonly state: PixChargeState;
  /** The amount as decimal text; `undefined` if it is variable. */
  readonly valor: string | undefined;
  /** Text of the QR code, once the bank has created it. */
  readonly pixCopiaECola: string | undefined;
  /** The status of the bank's record, when it was last read. */
  readonly status: string | undefined;
  readonly revisao: number | undefined;
  /** The attempts to settle a recurring charge, as the bank last showed them. */
  readonly tentativas: readonly CobRTentativa[] | undefined;
  /** The last instant at which the bank accepts a payment; `undefined` if it is not known. */
  readonly payableUntil: Date | undefined;
  readonly payments: readonly PixLedgerPayment[];
  readonly refunds: readonly PixLedgerRefund[];
  readonly createdAt: Date;
  readonly changedAt: Date;
}

/** A step in the history of a charge. Contains no personal data. */
export interface PixHistoryEntry {
  readonly at: Date;
  readonly from: PixChargeState | undefined;
  readonly to: PixChargeState | undefined;
  readonly cause: PixLedgerCause;
  /** Who decided it, as the application has named them; `undefined` if it did not, and for other causes. */
  readonly by: string | undefined;
  /** What happened: `create: done`, `payment full`, for example. */
  readonly what: string;
  /** The attempts of the command that led to it. */
  readonly attempts: number | undefined;
  /** The bank's identifier of the call, for its support. */
  readonly correlationId: string | undefined;
}

export const choices = ['refund', 'accept', 'assign', 'retry', 'dismiss'] as const;
/** What a person can decide about a task. */
export type PixTaskChoice = (typeof choices)[number];

/** Why a person must decide. `unreadable`: the bank reports a payment or a refund without a required part. */
export type PixTaskReason =
  | Exclude<PixPaymentMeaning, 'full'>
  | 'unreadable'
  | 'refund refused'
  | 'refund failed'
  | 'revise refused'
  | 'cancel refused'
  | 'retry refused'
  | 'creation unclear'
  | 'retry unclear'
  | 'handler failed';

/** The decisions that each reason allows, as far as the state of its charge allows them. */
const taskChoices: Readonly<Partial<Record<PixTaskReason, readonly PixTaskChoice[]>>> = {
  late: ['refund', 'accept', 'dismiss'],
  duplicate: ['refund', 'dismiss'],
  'other amount': ['refund', 'accept', 'dismiss'],
  'no charge': ['refund', 'assign', 'dismiss'],
  unreadable: ['dismiss'],
  'refund refused': ['refund', 'dismiss'],
  'refund failed': ['refund', 'dismiss'],
  'revise refused': ['dismiss'],
  'cancel refused': ['retry', 'dismiss'],
  'retry refused': ['dismiss'],
  'creation unclear': ['assign', 'retry', 'dismiss'],
  'retry unclear': ['retry', 'dismiss'],
  'handler failed': ['retry', 'dismiss'],
};

/** Something that a person must decide. It is not a state of the charge. */
export interface PixTask {
  readonly number: number;
  readonly account: string;
  readonly reason: PixTaskReason;
  readonly charge: string | undefined;
  readonly endToEndId: string | undefined;
  /** The refund, handler or date that it is about. */
  readonly about: string | undefined;
  readonly choices: readonly PixTaskChoice[];
  readonly createdAt: Date;
  readonly decidedAt: Date | undefined;
  readonly decision: PixTaskChoice | undefined;
}

/** The amount of a charge, as far as a payment is compared with it. Without personal data. */
export interface Terms {
  /** The amount to pay as decimal text: with cash, before fine, interest and deductions. */
  readonly total?: string | undefined;
  /** The cash in the total as decimal text. */
  readonly cash?: string | undefined;
  /** Whether the payer may choose the amount. */
  readonly isOpen?: boolean | undefined;
  /** Whether the bank adds or deducts by day. */
  readonly isByDay?: boolean | undefined;
}

// Rows arrive as one column of JSON, because libraries convert dates and numbers differently.

/** A row of the table of charges. */
export interface ChargeRow {
  account: string;
  id: string;
  kind: PixChargeKind;
  txid: string | null;
  state: PixChargeState;
  digest: string;
  terms: Terms;
  revision: number | null;
  snapshot: Readonly<Record<string, unknown>>;
  payable_until: string | null;
  ended_at: string | null;
  due: string | null;
  checks: number;
  trace: Record<string, string> | null;
  created_at: string;
  changed_at: string;
  /** The database's clock at the start of the transaction, in rows that were locked. */
  now: string;
}

export interface PaymentRow {
  account: string;
  end_to_end_id: string;
  valor: string;
  meaning: PixPaymentMeaning | null;
  components: object | null;
  checks: number;
}

/** A charge `c` as {@link ChargeRow}. */
export const chargeRow = sql`to_jsonb(c) || jsonb_build_object('now', now())`;

/** A payment `t` as {@link PaymentRow}. */
export const paymentRow = sql`to_jsonb(t) || jsonb_build_object('valor', t.valor::text)`;

/** A payment `p` as {@link PixLedgerPayment}. */
export const publicPayment = sql`jsonb_build_object('endToEndId', p.end_to_end_id, 'charge', p.charge,
  'valor', p.valor::text, 'horario', p.horario, 'meaning', p.meaning)`;

/** A refund `r` as {@link PixLedgerRefund}. */
export const publicRefund = sql`jsonb_build_object('endToEndId', r.end_to_end_id, 'refundId', r.refund_id,
  'valor', r.valor::text, 'state', r.state, 'madeBy', r.made_by, 'askedAt', r.asked_at, 'settledAt', r.settled_at)`;

/** A task `t` as {@link PixTask}, with the state of its charge instead of its choices. */
export const publicTask = ({ charge }: LedgerTables): Sql => sql`jsonb_build_object(
  'number', t.number, 'account', t.account, 'reason', t.reason,
  'charge', t.charge, 'endToEndId', t.end_to_end_id, 'about', t.about, 'createdAt', t.created_at,
  'decidedAt', t.decided_at, 'decision', t.decision,
  'state', (SELECT c.state FROM ${charge} AS c WHERE c.account = t.account AND c.id = t.charge))`;

/** A line `h` of the history as {@link PixHistoryEntry}. */
export const publicHistory = sql`jsonb_build_object('at', h.at, 'from', h.from_state, 'to', h.to_state,
  'cause', h.cause, 'by', h.by, 'what', h.what, 'attempts', h.attempts, 'correlationId', h.correlation_id)`;

/** A charge `c` as {@link PixCharge}. */
export const publicCharge = ({ payment, refund }: LedgerTables): Sql => sql`jsonb_build_object(
  'id', c.id, 'account', c.account, 'kind', c.kind, 'identifier', c.txid, 'state', c.state,
  'valor', c.terms->'total', 'pixCopiaECola', c.snapshot->'pixCopiaECola', 'status', c.snapshot->'status',
  'revisao', c.revision, 'tentativas', c.snapshot->'tentativas', 'payableUntil', c.payable_until,
  'createdAt', c.created_at, 'changedAt', c.changed_at,
  'payments', coalesce((SELECT jsonb_agg(${publicPayment} ORDER BY p.horario, p.end_to_end_id)
    FROM ${payment} AS p WHERE p.account = c.account AND p.charge = c.id), '[]'),
  'refunds', coalesce((SELECT jsonb_agg(${publicRefund} ORDER BY r.asked_at, r.refund_id)
    FROM ${refund} AS r JOIN ${payment} AS p USING (account, end_to_end_id)
    WHERE p.account = c.account AND p.charge = c.id), '[]'))`;

const DATES = /(At|Until|^at|^horario)$/;

/** Returns an object of the database's JSON with dates, and `undefined` instead of `null`. */
export function fromJson(json: object): object {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(json) as [string, unknown][]) {
    if (Array.isArray(value)) result[name] = value.map((each: object) => fromJson(each));
    else if (typeof value === 'string' && DATES.test(name)) result[name] = new Date(value);
    else result[name] = value ?? undefined;
  }
  return result;
}

/** A row as {@link PixCharge}, if it has no payment. */
export function toUnpaidCharge(
  row: Omit<ChargeRow, 'digest' | 'ended_at' | 'due' | 'checks' | 'trace' | 'now'>,
): PixCharge {
  const { account, id, kind, txid: identifier, state, terms, revision: revisao } = row;
  const { pixCopiaECola, status, tentativas } = row.snapshot;
  const { payable_until: payableUntil, created_at: createdAt, changed_at: changedAt } = row;
  // Merged by Object.assign: fields that a literal adds after a spread cost Node.js 20 a microsecond each.
  const own = { id, account, kind, identifier, state, valor: terms.total, payableUntil };
  const shown = { pixCopiaECola, status, revisao, tentativas, createdAt, changedAt };
  return fromJson(Object.assign(own, shown, { payments: [], refunds: [] })) as PixCharge;
}

export function toTask(json: object): PixTask {
  const { state, ...task } = fromJson(json) as PixTask & { state?: PixChargeState };
  // What has ended is neither cancelled nor retried, and what is paid is not paid by another payment.
  const isOver = moves[state ?? 'open'].length === 0;
  const isOfCharge = ['cancel refused', 'retry unclear'].includes(task.reason);
  const moot = isOfCharge ? isOver && 'retry' : state === 'paid' && 'accept';
  // A newer version may have other reasons.
  const allowed = taskChoices[task.reason] ?? [];
  return { ...task, choices: allowed.filter((choice) => choice !== moot) };
}
