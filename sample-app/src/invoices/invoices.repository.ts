import { Injectable } from '@nestjs/common';
import { and, eq, gt, inArray, isNull, lte, min, or } from 'drizzle-orm';
import { Database, INVOICE_SETTLEMENT_LOCK, type OrmTransaction } from '../database/database.js';
import {
  type PaymentOutcome,
  payments,
  type Invoice,
  invoices,
  invoiceTransitions,
  type NewInvoice,
} from '../database/schema.js';
import type { CompleteIn, ConfirmedPayment } from '../orders/orders.repository.js';
import { changeInvoiceStatus, type InvoiceTransition } from '../transitions/invoice-transition.js';
import { isOpen, OPEN_STATUSES } from '../transitions/order-status.js';
import { isExpectedAmount, type ReportedAmount } from './invoice-amount.js';

/** A Pix of the charge of an invoice, which the provider confirmed. */
export type InvoicePayment = ConfirmedPayment & ReportedAmount;

/** The result of a payment. */
export interface AppliedInvoicePayment {
  readonly outcome: PaymentOutcome | 'JA_REGISTRADO';
  readonly invoice: Invoice;
}

/** The result of a change: the invoice as it is now, or `undefined` if its status does not allow the change. */
type Changed = Promise<Invoice | undefined>;

/** Invoices in the database, with the rules of `OrdersRepository`. Nothing is deleted. */
@Injectable()
export class InvoicesRepository {
  constructor(private readonly database: Database) {}

  /** @returns `undefined` when there is an invoice with the same `chaveIdempotencia` */
  insert(invoice: NewInvoice): Changed {
    return this.database.orm.transaction(async (tx) => (await insertInvoices(tx, [invoice]))[0]);
  }

  async find(id: string): Promise<Invoice | undefined> {
    const [row] = await this.database.orm.select().from(invoices).where(eq(invoices.id, id));
    return row;
  }

  async findByKey(chaveIdempotencia: string): Promise<Invoice | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(invoices)
      .where(eq(invoices.chaveIdempotencia, chaveIdempotencia));
    return row;
  }

  async hasTxid(txid: string): Promise<boolean> {
    const rows = await this.database.orm
      .select({ id: invoices.id })
      .from(invoices)
      .where(eq(invoices.txid, txid));
    return rows.length > 0;
  }

  /** Stores the text of the QR Code. An invoice that was being created becomes payable. */
  async confirm(id: string, pixCopiaECola: string): Changed {
    const values = { pixCopiaECola };
    const [row] = await this.database.orm
      .update(invoices)
      .set(values)
      .where(and(eq(invoices.id, id), inArray(invoices.status, ['PENDENTE', 'CANCELANDO'])))
      .returning();
    return row ?? this.#change(id, { para: 'PENDENTE', motivo: 'cobrança criada', values });
  }

  /** Ends an invoice whose charge the provider refused to create. */
  refuse(id: string, erro: string): Changed {
    const values = { erro, chaveIdempotencia: null };
    return this.#change(id, { para: 'NEGADO', motivo: 'cobrança negada pelo banco', values });
  }

  /** Records that a cancellation of the charge is about to be sent to the provider. */
  beginCancel(id: string): Changed {
    return this.#change(id, { para: 'CANCELANDO', motivo: 'cancelamento pedido pela loja' });
  }

  /** Makes an invoice payable again whose cancellation the provider refused. */
  endCancel(id: string): Changed {
    return this.#change(id, { para: 'PENDENTE', motivo: 'cancelamento recusado pelo banco' });
  }

  cancel(id: string): Changed {
    return this.#change(id, { para: 'CANCELADO', motivo: 'cobrança cancelada no banco' });
  }

  expire(id: string): Changed {
    return this.#change(id, { para: 'EXPIRADO', motivo: 'prazo vencido sem pagamento no banco' });
  }

  /** Runs a settlement, unless another process is settling. @returns whether it ran */
  settleExclusively(settle: () => Promise<void>): Promise<boolean> {
    return this.database.runExclusively(INVOICE_SETTLEMENT_LOCK, settle);
  }

  /** Returns the invoices whose state at the provider is not known, without those that a batch creates. */
  unsettled(now: Date): Promise<Invoice[]> {
    return this.database.orm
      .select()
      .from(invoices)
      .where(
        or(
          eq(invoices.status, 'CANCELANDO'),
          and(eq(invoices.status, 'CRIANDO'), isNull(invoices.loteId)),
          and(eq(invoices.status, 'PENDENTE'), lte(invoices.expiraEm, now)),
        ),
      );
  }

  /** Returns the earliest expiry of an open invoice after `now`. */
  async nextExpiry(now: Date): Promise<Date | undefined> {
    const [row] = await this.database.orm
      .select({ next: min(invoices.expiraEm) })
      .from(invoices)
      .where(and(inArray(invoices.status, [...OPEN_STATUSES]), gt(invoices.expiraEm, now)));
    return row?.next ?? undefined;
  }

  /**
   * Records a payment and, in the same transaction, marks its invoice as paid or opens a task for a person. The row lock
   * serializes the payments of one charge; a second delivery of a payment changes nothing.
   *
   * @returns `undefined` if no invoice has the txid
   */
  apply(
    { componentesValor, ...payment }: InvoicePayment,
    complete?: CompleteIn,
  ): Promise<AppliedInvoicePayment | undefined> {
    return this.database.orm.transaction(async (tx) => {
      const [invoice] = await tx
        .select()
        .from(invoices)
        .where(eq(invoices.txid, payment.txid))
        .for('update');
      if (!invoice) return undefined;
      await complete?.(tx);
      const situacao = resolveOutcome({ ...payment, componentesValor }, invoice);
      const tarefa = situacao === 'APLICADO' ? null : 'ABERTA';
      const [recorded] = await tx
        .insert(payments)
        .values({ ...payment, invoiceId: invoice.id, situacao, tarefa })
        .onConflictDoNothing()
        .returning();
      if (!recorded) return { outcome: 'JA_REGISTRADO', invoice };
      const changed = await changeInvoiceStatus(tx, invoice.id, toTransition(payment, situacao));
      return { outcome: situacao, invoice: changed ?? invoice };
    });
  }

  #change(id: string, transition: InvoiceTransition): Changed {
    return this.database.orm.transaction((tx) => changeInvoiceStatus(tx, id, transition));
  }
}

/** Inserts invoices, without those whose `chaveIdempotencia` exists. */
export async function insertInvoices(tx: OrmTransaction, rows: NewInvoice[]): Promise<Invoice[]> {
  const inserted = await tx
    .insert(invoices)
    .values(rows)
    .onConflictDoNothing({ target: invoices.chaveIdempotencia })
    .returning();
  if (inserted.length === 0) return inserted;
  await tx.insert(invoiceTransitions).values(
    inserted.map(({ id, status }) => ({
      invoiceId: id,
      para: status,
      motivo: 'fatura recebida',
    })),
  );
  return inserted;
}

/** A paid invoice stays paid when a further payment arrives: only that payment is a task. */
function toTransition(
  { endToEndId, horario, valor }: ConfirmedPayment,
  outcome: PaymentOutcome,
): InvoiceTransition {
  const motivo = `pagamento ${endToEndId}`;
  return outcome === 'APLICADO'
    ? { para: 'PAGO', motivo, values: { pagoEm: horario, valorPago: valor } }
    : { para: 'EM_ANALISE', motivo: `${motivo}: ${outcome}` };
}

/** Returns the effect of a payment on its invoice, as for an order. */
function resolveOutcome(payment: InvoicePayment, invoice: Invoice): PaymentOutcome {
  const { status, expiraEm } = invoice;
  const isEnded = status === 'EXPIRADO' || status === 'CANCELADO' || status === 'NEGADO';
  const isWaiting = isOpen(status);
  if (!isWaiting && !isEnded) return 'REPETIDO';
  if (!isExpectedAmount(invoice, payment)) return 'VALOR_DIVERGENTE';
  const isInTime = isWaiting || (status === 'EXPIRADO' && payment.horario < expiraEm);
  return isInTime ? 'APLICADO' : 'FORA_DO_PRAZO';
}
