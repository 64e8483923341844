import type { Devolucao, Pix } from '../contract/index.js';
import { readReceivedPix } from '../receiver/index.js';
import { parseInstant } from '../values/index.js';
import type { PixPaymentMeaning, PixRefundState } from './charge.js';
import { classify } from './classify.js';
import type { Cause, Journal } from './journal.js';
import { add } from './kinds.js';
import { withValor, type ChargeRow, type PaymentRow, type RefundRow } from './rows.js';
import { pause, sql, type Sql } from './sql.js';

/** A Pix that the bank reports. */
export interface ReportedPix {
  readonly account: string;
  /** As the bank sent it. */
  readonly item: unknown;
  readonly why: Pick<Cause, 'cause' | 'correlationId'>;
  /** The charge, if it is locked already, and the status of its record, if that was just read. */
  readonly charge?: ChargeRow | undefined;
  readonly readAs?: string | undefined;
  /** Whether a payment without a charge in the ledger is recorded without a task. */
  readonly ignoresUnmatched: boolean;
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
  const { tables } = journal;
  const t = sql`t`;
  const [added] = await journal.run<PaymentRow>(sql`
    INSERT INTO ${tables.payment} AS t (account, end_to_end_id, charge, txid, valor, horario, components)
    VALUES (${account}, ${pix.endToEndId}, ${charge?.id}, ${pix.txid}, ${pix.valor}::numeric,
      ${new Date(horario)}, ${pix.componentesValor})
    ON CONFLICT (account, end_to_end_id) DO NOTHING RETURNING ${withValor(t)} AS row`);
  const [row] = added
    ? [added]
    : await journal.run<PaymentRow>(sql`
        SELECT ${withValor(t)} AS row FROM ${tables.payment} AS t
        WHERE account = ${account} AND end_to_end_id = ${pix.endToEndId} FOR UPDATE`);
  if (!row) throw new Error(`The payment ${pix.endToEndId} is gone.`);
  if (row.meaning === null) await decide(journal, reported, charge, row);
  if (pix.devolucoes?.length) await recordRefunds(journal, reported, charge, pix);
  return added !== undefined;
}

/** Decides about the payments of a charge that waited for a reading of it, which has shown this status. */
export async function decideWaiting(
  journal: Journal,
  charge: ChargeRow,
  reported: Pick<ReportedPix, 'why' | 'readAs' | 'ignoresUnmatched'>,
): Promise<void> {
  const t = sql`t`;
  const rows = await journal.run<PaymentRow>(sql`
    SELECT ${withValor(t)} AS row FROM ${journal.tables.payment} AS t
    WHERE account = ${charge.account} AND charge = ${charge.id} AND meaning IS NULL
    ORDER BY horario FOR UPDATE`);
  for (const row of rows) {
    await decide(journal, { ...reported, account: charge.account, item: undefined }, charge, row);
  }
}

/** Decides what a payment is, or lets the charge be read at the next opportunity. */
async function decide(
  journal: Journal,
  reported: ReportedPix,
  charge: ChargeRow | undefined,
  row: PaymentRow,
): Promise<void> {
  const { tables } = journal;
  const meaning = await findMeaning(journal, reported, charge, row);
  if (meaning === undefined) {
    if (charge === undefined || reported.readAs !== undefined) return;
    await journal.run(sql`
      UPDATE ${tables.charge} SET due = now()
      WHERE account = ${charge.account} AND id = ${charge.id}`);
    return;
  }
  const { account, why, ignoresUnmatched } = reported;
  await journal.run(sql`
    UPDATE ${tables.payment} SET meaning = ${meaning}
    WHERE account = ${account} AND end_to_end_id = ${row.end_to_end_id}`);
  if (charge) await follow(journal, charge, meaning, { ...why, what: `payment: ${meaning}` });
  if (meaning === 'full' || (meaning === 'no charge' && ignoresUnmatched)) return;
  await journal.addTask({
    account,
    key: `payment:${row.end_to_end_id}`,
    reason: meaning,
    charge: charge?.id,
    endToEndId: row.end_to_end_id,
  });
}

async function findMeaning(
  journal: Journal,
  { readAs }: ReportedPix,
  charge: ChargeRow | undefined,
  row: PaymentRow,
): Promise<PixPaymentMeaning | undefined> {
  if (charge === undefined) return 'no charge';
  const { state, terms, checks } = charge;
  const known = { state, terms, readAs, ...(await readStanding(journal, charge, row)) };
  const pix = { valor: row.valor, componentesValor: row.components ?? {} };
  const meaning = classify(known, pix);
  return meaning === undefined && checks >= MOST_READINGS ? 'other amount' : meaning;
}

async function follow(
  journal: Journal,
  charge: ChargeRow,
  meaning: PixPaymentMeaning,
  why: Cause,
): Promise<void> {
  if (meaning === 'full' && (await journal.move(charge, 'paid', why))) return;
  await journal.note(charge, why);
}

/** What else is known of a charge that a payment arrives for. */
async function readStanding(
  { tables, run }: Journal,
  { account, id }: ChargeRow,
  { end_to_end_id: endToEndId }: PaymentRow,
): Promise<{ isPaid: boolean; isRevising: boolean } | undefined> {
  const [row] = await run<{ isPaid: boolean; isRevising: boolean }>(sql`
    SELECT jsonb_build_object(
      'isPaid', EXISTS (SELECT FROM ${tables.payment} WHERE account = ${account} AND charge = ${id}
        AND meaning = 'full' AND end_to_end_id <> ${endToEndId}),
      'isRevising', EXISTS (SELECT FROM ${tables.command} WHERE account = ${account} AND charge = ${id}
        AND due IS NOT NULL AND operation = 'revise' AND attempts > 0)
    ) AS row`);
  return row;
}

const refundStates: Readonly<Record<string, PixRefundState>> = {
  EM_PROCESSAMENTO: 'processing',
  DEVOLVIDO: 'returned',
  NAO_REALIZADO: 'failed',
};

async function recordRefunds(
  journal: Journal,
  reported: ReportedPix,
  charge: ChargeRow | undefined,
  { endToEndId, devolucoes = [] }: Pix,
): Promise<void> {
  for (const devolucao of devolucoes) {
    await recordRefund(journal, { ...reported, endToEndId, devolucao, charge });
  }
}

/**
 * Records the state of a refund, whoever asked for it. A refund in its last state does not change.
 *
 * @throws Error if it cannot be read
 */
export async function recordRefund(
  journal: Journal,
  refund: Pick<ReportedPix, 'account' | 'why' | 'charge'> & {
    readonly endToEndId: string;
    readonly devolucao: Devolucao;
  },
): Promise<void> {
  const { account, endToEndId, devolucao, charge, why } = refund;
  const valor = add([devolucao.valor]);
  const state = refundStates[devolucao.status];
  if (valor === undefined) throw new Error('The bank reports a refund that cannot be read.');
  if (state === undefined) return;
  const settledAt = state === 'returned' ? readSettlement(devolucao) : undefined;
  const t = sql`t`;
  const [changed] = await journal.run<RefundRow>(sql`
    INSERT INTO ${journal.tables.refund} AS t
      (account, end_to_end_id, refund_id, valor, state, made_by, settled_at)
    VALUES (${account}, ${endToEndId}, ${devolucao.id}, ${valor}::numeric, ${state}, 'bank', ${settledAt})
    ON CONFLICT (account, end_to_end_id, refund_id)
      DO UPDATE SET state = excluded.state, settled_at = excluded.settled_at
      WHERE t.state <> excluded.state AND t.state NOT IN ('returned', 'failed')
    RETURNING ${withValor(t)} AS row`);
  if (state === 'processing') await followRefunds(journal, account, endToEndId);
  if (!changed) return;
  if (charge) await journal.note(charge, { ...why, what: `refund ${devolucao.id}: ${state}` });
  if (charge && state === 'returned') await journal.notify(charge, 'refunded');
  if (state !== 'failed' || changed.made_by !== 'ledger') return;
  await journal.addTask({
    account,
    key: `refund:${endToEndId}:${devolucao.id}`,
    reason: 'refund failed',
    charge: charge?.id,
    endToEndId,
    about: devolucao.id,
  });
}

/** When a refund was settled; some banks do not say it. */
function readSettlement({ horario }: Partial<Devolucao>): Date | Sql {
  const settled = parseInstant(horario?.liquidacao);
  return Number.isNaN(settled) ? sql`now()` : new Date(settled);
}

/** Lets a payment be read until its refunds have ended; a bank may take days. */
async function followRefunds({ tables, run }: Journal, account: string, endToEndId: string) {
  await run(sql`
    UPDATE ${tables.payment} SET due = now() + ${pause(0)}, checks = 0
    WHERE account = ${account} AND end_to_end_id = ${endToEndId} AND due IS NULL`);
}
