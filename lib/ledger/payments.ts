import type { Type } from '@nestjs/common';
import type { CobRNotification, Devolucao, Pix, RecNotification } from '../contract/index.js';
import {
  OnCobrancaRecorrente,
  OnPixDevolucao,
  OnPixRecebido,
  OnRecorrencia,
  type PixDevolucaoFinalizada,
  type PixEventContext,
  readReceivedPix,
} from '../receiver/index.js';
import { parseInstant } from '../values/index.js';
import {
  type ChargeRow,
  paymentRow,
  type PaymentRow,
  type PixLedgerCause,
  type PixPaymentMeaning,
  type PixRefundState,
} from './charge.js';
import { type Journal, type LedgerCore, write } from './journal.js';
import { add, classify } from './kinds.js';
import { pause, sql, type Sql } from './store.js';

/** Who reports money, and in which standing of the bank's record, if that was just read. */
interface Report {
  readonly why: { readonly cause: PixLedgerCause; readonly correlationId?: string | undefined };
  readonly readAs?: string | undefined;
}

/** A Pix that the bank reports. */
export interface ReportedPix extends Report {
  readonly account: string;
  /** As the bank sent it. */
  readonly item: unknown;
  /** The charge, if it is locked already. */
  readonly charge?: ChargeRow | undefined;
}

/** The bank reports money in a form that cannot be read. */
export class UnreadableError extends Error {}

/** Tells a person, once: what cannot be read is not recorded. */
export function addUnreadable(
  journal: Journal,
  about: { readonly account: string; readonly charge?: string; readonly endToEndId?: string },
): Promise<void> {
  const key = `unreadable:${about.charge ?? about.endToEndId}`;
  return journal.addTask({ ...about, key, reason: 'unreadable' });
}

/** After how many readings a payment that the bank does not explain is a task, and a notified status no longer awaited. */
export const MOST_READINGS = 20;

/**
 * Records a payment and its refunds, once, and moves what follows from it. A payment is never
 * dropped: what fits no open charge becomes a task.
 *
 * @returns whether the payment was not recorded before
 * @throws UnreadableError if the item is not a Pix, or one of its refunds is none
 */
export async function recordPix(journal: Journal, reported: ReportedPix): Promise<boolean> {
  const pix = readReceivedPix(reported.item);
  const horario = parseInstant(pix?.horario);
  if (!pix || Number.isNaN(horario))
    throw new UnreadableError('The bank reports a payment that cannot be read.');
  const { account } = reported;
  const charge = reported.charge ?? (await journal.lockPaid(account, pix));
  return journal.observe(charge, { operation: 'payment' }, async () => {
    const [added] = await journal.run<PaymentRow>(sql`
      INSERT INTO ${journal.tables.payment} AS t (account, end_to_end_id, charge, txid, valor, horario, components)
      VALUES (${account}, ${pix.endToEndId}, ${charge?.id}, ${pix.txid}, ${pix.valor}::numeric,
        ${new Date(horario)}, ${pix.componentesValor})
      ON CONFLICT (account, end_to_end_id) DO NOTHING
      RETURNING ${paymentRow} AS row`);
    // What could not be decided then waits for a reading of the charge.
    if (added) await decide(journal, reported, charge, added);
    for (const devolucao of pix.devolucoes ?? []) {
      await recordRefund(journal, { ...reported, endToEndId: pix.endToEndId, devolucao, charge });
    }
    return added !== undefined;
  });
}

/** Decides what a payment is, or lets the charge be read at the next opportunity. */
export async function decide(
  journal: Journal,
  report: Report,
  charge: ChargeRow | undefined,
  row: PaymentRow,
): Promise<void> {
  const { tables } = journal;
  const { account, end_to_end_id: endToEndId } = row;
  const meaning = await findMeaning(journal, report, charge, row);
  if (meaning === undefined) {
    if (charge === undefined || report.readAs !== undefined) return;
    journal.set(charge, { due: charge.now, checks: 0 });
    return;
  }
  await journal.later(sql`
    UPDATE ${tables.payment} SET meaning = ${meaning}
    WHERE account = ${account} AND end_to_end_id = ${endToEndId}`);
  const why = { ...report.why, what: `payment: ${meaning}` };
  if (charge && !(meaning === 'full' && (await journal.move(charge, 'paid', why))))
    journal.note(charge, why);
  if (meaning === 'full' || (meaning === 'no charge' && journal.core.ignoresUnmatched)) return;
  const key = `payment:${endToEndId}`;
  await journal.addTask({ account, key, reason: meaning, charge: charge?.id, endToEndId });
}

async function findMeaning(
  { tables, run }: Journal,
  { readAs }: Report,
  charge: ChargeRow | undefined,
  row: PaymentRow,
): Promise<PixPaymentMeaning | undefined> {
  if (charge === undefined) return 'no charge';
  const own = sql`account = ${charge.account} AND charge = ${charge.id}`;
  const [standing] = await run<{ isPaid: boolean; isRevising: boolean }>(sql`
    SELECT jsonb_build_object(
      'isPaid', EXISTS (SELECT FROM ${tables.payment} WHERE ${own}
        AND meaning = 'full' AND end_to_end_id <> ${row.end_to_end_id}),
      'isRevising', EXISTS (SELECT FROM ${tables.command} WHERE ${own}
        AND due IS NOT NULL AND operation = 'revise' AND attempts > 0)) AS row`);
  const known = { state: charge.state, terms: charge.terms, readAs, ...standing };
  const pix = { valor: row.valor, componentesValor: row.components ?? {} };
  const meaning = classify(known, pix);
  const isGivenUp = readAs !== undefined && charge.checks >= MOST_READINGS;
  return meaning === undefined && isGivenUp ? 'other amount' : meaning;
}

const refundStates: Readonly<Record<string, PixRefundState>> = {
  EM_PROCESSAMENTO: 'processing',
  DEVOLVIDO: 'returned',
  NAO_REALIZADO: 'failed',
};

const hasEnded = ({ status }: Devolucao) => (refundStates[status] ?? 'processing') !== 'processing';

/**
 * Records the state of a refund, whoever asked for it. A refund in its last state does not change.
 *
 * @throws UnreadableError if it cannot be read
 */
export async function recordRefund(
  journal: Journal,
  refund: Report & {
    readonly account: string;
    readonly charge?: ChargeRow | undefined;
    readonly endToEndId: string;
    readonly devolucao: Devolucao;
  },
): Promise<void> {
  const { account, endToEndId, devolucao, charge, why } = refund;
  const { id } = devolucao;
  const { tables, run, later } = journal;
  const valor = add([devolucao.valor]);
  // A status that this version does not know is not an end.
  const state = refundStates[devolucao.status] ?? 'processing';
  if (valor === undefined)
    throw new UnreadableError('The bank reports a refund that cannot be read.');
  const settledAt = state === 'returned' ? readSettlement(devolucao) : undefined;
  const [changed] = await run<{ madeBy: string }>(sql`
    INSERT INTO ${tables.refund} AS t
      (account, end_to_end_id, refund_id, valor, state, made_by, settled_at)
    VALUES (${account}, ${endToEndId}, ${id}, ${valor}::numeric, ${state}, 'bank', ${settledAt})
    ON CONFLICT (account, end_to_end_id, refund_id)
      DO UPDATE SET state = excluded.state, valor = excluded.valor, settled_at = excluded.settled_at
      WHERE t.state <> excluded.state AND t.state NOT IN ('returned', 'failed')
    RETURNING jsonb_build_object('madeBy', made_by) AS row`);
  if (state === 'processing') {
    // The payment is read until its refunds have ended; a bank may take days.
    await later(sql`
      UPDATE ${tables.payment} SET due = now() + ${pause(0)}, checks = 0
      WHERE account = ${account} AND end_to_end_id = ${endToEndId} AND due IS NULL`);
  }
  if (!changed) return;
  if (charge) journal.note(charge, { ...why, what: `refund ${id}: ${state}` });
  if (charge && state === 'returned') await journal.notify(charge, 'refunded');
  if (state !== 'failed' || changed.madeBy !== 'ledger') return;
  const key = `refund:${endToEndId}:${id}`;
  const reason = 'refund failed';
  await journal.addTask({ account, key, reason, charge: charge?.id, endToEndId, about: id });
}

/** When a refund was settled; some banks do not say it. */
function readSettlement({ horario }: Partial<Devolucao>): Date | Sql {
  const settled = parseInstant(horario?.liquidacao);
  return Number.isNaN(settled) ? sql`now()` : new Date(settled);
}

/**
 * Creates the handlers through which a receiver's notifications, and the items of its reconciler,
 * reach the ledger. Each ledger has its own, because the decorators name the receiver.
 */
export function createLedgerEvents(token: unknown, account: string, receiver: string): Type {
  const id = (event: string) => ({ receiver, id: `PixLedger.${account}.${event}`, order: -1000 });

  class PixLedgerEvents {
    constructor(private readonly ledger: { readonly core: LedgerCore }) {}

    @OnPixRecebido(id('recebido'))
    received(pix: Pix, { tenant }: PixEventContext): Promise<void> {
      return recordReported(this.ledger.core, toAccount(account, tenant), pix);
    }

    @OnPixDevolucao(id('devolucao'))
    refunded(event: PixDevolucaoFinalizada, { tenant }: PixEventContext): Promise<void> {
      const { pix, devolucao } = event;
      return recordReported(this.ledger.core, toAccount(account, tenant), pix, [devolucao]);
    }

    @OnCobrancaRecorrente(id('cobr'))
    async recurringCharge(cobr: CobRNotification, { tenant }: PixEventContext): Promise<void> {
      const own = toAccount(account, tenant);
      await readSoon(this.ledger.core, own, cobr.txid, cobr.status);
      // A paid charge is not read again, and its Pix may belong to a key without a registered webhook.
      for (const pix of cobr.pix ?? []) {
        if (pix.devolucoes) await recordReported(this.ledger.core, own, pix, pix.devolucoes);
      }
    }

    @OnRecorrencia(id('rec'))
    recurrence({ idRec, status }: RecNotification, { tenant }: PixEventContext): Promise<void> {
      return readSoon(this.ledger.core, toAccount(account, tenant), idRec, status);
    }
  }
  Reflect.defineMetadata('self:paramtypes', [{ index: 0, param: token }], PixLedgerEvents);
  return PixLedgerEvents;
}

function toAccount(account: string, tenant: string | undefined): string {
  return tenant === undefined ? account : `${account}/${tenant}`;
}

/**
 * Records a Pix as the bank shows it. A notification alone is no proof of money.
 *
 * @param notified its refunds
 * @throws Error if the bank does not show one of them as it was notified yet, so that it notifies them again
 */
async function recordReported(
  core: LedgerCore,
  account: string,
  pix: Pix,
  notified: readonly Devolucao[] = [],
): Promise<void> {
  const { trustsEvents, deadline } = core;
  const read = async () => {
    const { recebidos } = await core.client(account);
    return recebidos.get(pix.endToEndId, { deadline: deadline / 1000 });
  };
  const item = trustsEvents ? pix : await read();
  try {
    await write(core, (journal) => recordPix(journal, { account, item, why: { cause: 'event' } }));
    const ended = readReceivedPix(item)?.devolucoes?.filter(hasEnded) ?? [];
    const isShown = ({ id }: Devolucao) => ended.some((each) => each.id === id);
    if (notified.filter(hasEnded).every(isShown)) return;
    // Not every bank notifies again: the payment is also read after the longest pause.
    const { payment } = core.store.tables;
    await core.store.run(sql`
      UPDATE ${payment} SET due = now() + ${pause(Infinity)}, checks = 0
      WHERE account = ${account} AND end_to_end_id = ${pix.endToEndId} AND due IS NULL`);
    throw new Error('The bank does not show a refund as it has notified it yet.');
  } catch (error) {
    const about = { account, endToEndId: pix.endToEndId };
    if (error instanceof UnreadableError) await write(core, (each) => addUnreadable(each, about));
    throw error;
  }
}

/** Lets the charge be read at the next opportunity, and until it has the notified status. */
async function readSoon(
  core: LedgerCore,
  account: string,
  txid: string,
  status: unknown,
): Promise<void> {
  const { store, changes } = core;
  await store.run(sql`
    UPDATE ${store.tables.charge} SET due = now(), checks = 0,
      snapshot = snapshot || ${{ notified: status }}
    WHERE account = ${account} AND txid = ${txid}
      AND state IN ('opening', 'open', 'cancelling')`);
  changes.announce();
}
