import type { CobRTentativa } from '../contract/index.js';
import {
  taskChoices,
  type PixCharge,
  type PixChargeKind,
  type PixChargeState,
  type PixHistoryEntry,
  type PixLedgerCause,
  type PixLedgerPayment,
  type PixLedgerRefund,
  type PixPaymentMeaning,
  type PixRefundState,
  type PixTask,
  type PixTaskChoice,
  type PixTaskReason,
} from './charge.js';
import type { Terms } from './kinds.js';
import type { LedgerTables } from './schema.js';
import { sql, type Sql } from './sql.js';

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
  snapshot: { status?: string; pixCopiaECola?: string; tentativas?: CobRTentativa[] };
  payable_until: string | null;
  ended_at: string | null;
  checks: number;
  created_at: string;
  changed_at: string;
  /** The database's clock at the start of the transaction, in rows that were locked. */
  now: string;
}

/** A charge with its payments and refunds. */
export interface FullChargeRow extends ChargeRow {
  payments: PaymentRow[];
  refunds: RefundRow[];
}

export interface PaymentRow {
  account: string;
  end_to_end_id: string;
  charge: string | null;
  txid: string | null;
  valor: string;
  horario: string;
  meaning: PixPaymentMeaning | null;
  components: object | null;
  checks: number;
}

export interface RefundRow {
  end_to_end_id: string;
  refund_id: string;
  valor: string;
  state: PixRefundState;
  made_by: 'ledger' | 'bank';
  settled_at: string | null;
}

export interface TaskRow {
  number: number;
  account: string;
  reason: PixTaskReason;
  charge: string | null;
  end_to_end_id: string | null;
  about: string | null;
  created_at: string;
  decided_at: string | null;
  decision: PixTaskChoice | null;
}

export interface HistoryRow {
  at: string;
  from_state: PixChargeState | null;
  to_state: PixChargeState | null;
  cause: PixLedgerCause;
  what: string;
  attempts: number | null;
  correlation_id: string | null;
}

/** A row as JSON with its amount as text. */
export const withValor = (alias: Sql): Sql =>
  sql`to_jsonb(${alias}) || jsonb_build_object('valor', ${alias}.valor::text)`;

const p = sql`p`;
const r = sql`r`;

/** Selects charges, as `c`, with their payments and refunds. */
export function selectCharges(tables: LedgerTables, where: Sql): Sql {
  const ofCharge = sql`SELECT own.end_to_end_id FROM ${tables.payment} AS own
    WHERE own.account = c.account AND own.charge = c.id`;
  return sql`
    SELECT to_jsonb(c) || jsonb_build_object(
      'payments', coalesce((
        SELECT jsonb_agg(${withValor(p)} ORDER BY p.horario, p.end_to_end_id) FROM ${tables.payment} AS p
        WHERE p.account = c.account AND p.charge = c.id), '[]'),
      'refunds', coalesce((
        SELECT jsonb_agg(${withValor(r)} ORDER BY r.asked_at, r.refund_id) FROM ${tables.refund} AS r
        WHERE r.account = c.account AND r.end_to_end_id IN (${ofCharge})), '[]')
    ) AS row
    FROM ${tables.charge} AS c ${where}`;
}

const date = (text: string | null) => (text === null ? undefined : new Date(text));

export function toCharge(row: FullChargeRow): PixCharge {
  const { status, pixCopiaECola, tentativas } = row.snapshot;
  return {
    id: row.id,
    account: row.account,
    kind: row.kind,
    identifier: row.txid ?? undefined,
    state: row.state,
    valor: row.terms.total,
    pixCopiaECola: pixCopiaECola ?? undefined,
    status: status ?? undefined,
    revisao: row.revision ?? undefined,
    tentativas: tentativas ?? undefined,
    payableUntil: date(row.payable_until),
    payments: row.payments.map(toPayment),
    refunds: row.refunds.map(toRefund),
    createdAt: new Date(row.created_at),
    changedAt: new Date(row.changed_at),
  };
}

function toPayment(row: PaymentRow): PixLedgerPayment {
  const { end_to_end_id: endToEndId, valor, horario, meaning } = row;
  return { endToEndId, valor, horario: new Date(horario), meaning: meaning ?? undefined };
}

export function toRefund(row: RefundRow): PixLedgerRefund {
  return {
    endToEndId: row.end_to_end_id,
    refundId: row.refund_id,
    valor: row.valor,
    state: row.state,
    madeBy: row.made_by,
    settledAt: date(row.settled_at),
  };
}

export function toTask(row: TaskRow): PixTask {
  return {
    number: row.number,
    account: row.account,
    reason: row.reason,
    charge: row.charge ?? undefined,
    endToEndId: row.end_to_end_id ?? undefined,
    about: row.about ?? undefined,
    choices: taskChoices[row.reason],
    createdAt: new Date(row.created_at),
    decidedAt: date(row.decided_at),
    decision: row.decision ?? undefined,
  };
}

export function toHistoryEntry(row: HistoryRow): PixHistoryEntry {
  return {
    at: new Date(row.at),
    from: row.from_state ?? undefined,
    to: row.to_state ?? undefined,
    cause: row.cause,
    what: row.what,
    attempts: row.attempts ?? undefined,
    correlationId: row.correlation_id ?? undefined,
  };
}
