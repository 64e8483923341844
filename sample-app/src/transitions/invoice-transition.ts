import { and, eq, inArray } from 'drizzle-orm';
import type { OrmTransaction } from '../database/database.js';
import {
  type Invoice,
  invoices,
  type InvoiceStatus,
  invoiceTransitions,
  type NewInvoice,
  type OrderStatus,
} from '../database/schema.js';
import { TRANSITIONS } from './order-status.js';

/** For each status, those from which an invoice may change to it. Each change requires one of them in SQL. */
const INVOICE_TRANSITIONS: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  ...(TRANSITIONS satisfies Readonly<Record<OrderStatus, readonly OrderStatus[]>>),
  EM_ANALISE: [...TRANSITIONS.EM_ANALISE, 'NEGADO'],
  NEGADO: ['CRIANDO'],
};

/** A change of an invoice to another status. */
export interface InvoiceTransition {
  readonly para: InvoiceStatus;
  /** Why, for the people of the shop. */
  readonly motivo: string;
  /** Other fields to change. */
  readonly values?: Partial<NewInvoice>;
}

/**
 * Changes the status of an invoice and records the change, both in `tx`, like `changeStatus` for orders.
 *
 * @returns the invoice as it is now, or `undefined` if its status does not allow the change
 */
export async function changeInvoiceStatus(
  tx: OrmTransaction,
  id: string,
  { para, motivo, values }: InvoiceTransition,
): Promise<Invoice | undefined> {
  const allowed = inArray(invoices.status, [...INVOICE_TRANSITIONS[para]]);
  const [before] = await tx
    .select({ de: invoices.status })
    .from(invoices)
    .where(and(eq(invoices.id, id), allowed))
    .for('update');
  if (!before) return undefined;
  const [invoice] = await tx
    .update(invoices)
    .set({ ...values, status: para })
    .where(and(eq(invoices.id, id), allowed))
    .returning();
  await tx.insert(invoiceTransitions).values({ invoiceId: id, de: before.de, para, motivo });
  return invoice;
}
