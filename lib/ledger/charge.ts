import type { CobRTentativa } from '../contract/index.js';

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

/** The changes that a handler can hear of. `approved`: the payer has approved a recurrence. */
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

/**
 * What a payment is: the amount of its charge in time (`full`), a payment after the end of its
 * charge (`late`), another payment of a paid charge (`duplicate`), another amount (`other amount`),
 * or a payment without a charge in the ledger (`no charge`).
 */
export type PixPaymentMeaning = 'full' | 'late' | 'duplicate' | 'other amount' | 'no charge';

/** A received Pix as the ledger records it, without personal data. */
export interface PixLedgerPayment {
  readonly endToEndId: string;
  /** The received amount as decimal text. */
  readonly valor: string;
  /** When the Pix was settled. */
  readonly horario: Date;
  /** `undefined` until a reading of the charge decides. */
  readonly meaning: PixPaymentMeaning | undefined;
}

/**
 * The state of a refund: to be sent (`asked`), at the bank (`processing`), given back (`returned`), not
 * carried out by the bank (`failed`), or not accepted by it (`refused`).
 */
export type PixRefundState = 'asked' | 'processing' | 'returned' | 'failed' | 'refused';

export interface PixLedgerRefund {
  readonly endToEndId: string;
  readonly refundId: string;
  /** The amount as decimal text. */
  readonly valor: string;
  readonly state: PixRefundState;
  /** Who asked for it: this ledger, or the bank (its own application, MED). */
  readonly madeBy: 'ledger' | 'bank';
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
  /** What happened: `create: done`, `payment full`, for example. */
  readonly what: string;
  /** The attempts of the command that led to it. */
  readonly attempts: number | undefined;
  /** The bank's identifier of the call, for its support. */
  readonly correlationId: string | undefined;
}

/** What a person can decide about a task. */
export type PixTaskChoice = 'refund' | 'accept' | 'assign' | 'retry' | 'dismiss';

/** Why a person must decide. */
export type PixTaskReason =
  | Exclude<PixPaymentMeaning, 'full'>
  | 'refund refused'
  | 'refund failed'
  | 'revise refused'
  | 'cancel refused'
  | 'retry refused'
  | 'creation unclear'
  | 'retry unclear'
  | 'handler failed';

/** The decisions that each reason allows. */
export const taskChoices: Readonly<Record<PixTaskReason, readonly PixTaskChoice[]>> = {
  late: ['refund', 'accept', 'dismiss'],
  duplicate: ['refund', 'dismiss'],
  'other amount': ['refund', 'accept', 'dismiss'],
  'no charge': ['refund', 'assign', 'dismiss'],
  'refund refused': ['dismiss'],
  'refund failed': ['dismiss'],
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
