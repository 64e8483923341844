import { and, eq, isNotNull } from 'drizzle-orm';
import type { OrmTransaction } from '../database/database.js';
import {
  type InvoiceStatus,
  invoices,
  orders,
  type Payment,
  payments,
  subscriptionCharges,
  subscriptions,
  type TaskStatus,
  type OrderStatus,
} from '../database/schema.js';
import { changeInvoiceStatus } from '../transitions/invoice-transition.js';
import { ANALYSIS_STATUSES } from '../transitions/order-status.js';
import { changeStatus } from '../transitions/order-transition.js';
import { changeCharge } from '../transitions/subscription-transition.js';
import { readTaskStatus } from '../transitions/task-status.js';

/** What a payment pays: its status, and how to change it. A month that the payment paid counts as `PAGO`. */
export interface RefundTarget {
  readonly status: InvoiceStatus;
  change(para: OrderStatus, motivo: string): Promise<unknown>;
}

/**
 * Locks the order, invoice or month of a payment before the payment, as a payment does, so that transactions cannot wait
 * for each other.
 */
export async function lockTarget(
  tx: OrmTransaction,
  payment: Payment,
): Promise<RefundTarget | undefined> {
  const { orderId, invoiceId, subscriptionChargeId } = payment;
  if (subscriptionChargeId !== null) return lockMonth(tx, payment, subscriptionChargeId);
  if (orderId !== null) {
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
    return (
      order && {
        status: order.status,
        change: (para, motivo) => changeStatus(tx, orderId, { para, motivo }),
      }
    );
  }
  if (invoiceId === null) return undefined;
  const [invoice] = await tx
    .select()
    .from(invoices)
    .where(eq(invoices.id, invoiceId))
    .for('update');
  return (
    invoice && {
      status: invoice.status,
      change: (para, motivo) => changeInvoiceStatus(tx, invoiceId, { para, motivo }),
    }
  );
}

/** @returns `undefined` if another payment paid the month, or none */
async function lockMonth(
  tx: OrmTransaction,
  { endToEndId }: Payment,
  id: string,
): Promise<RefundTarget | undefined> {
  const [found] = await tx.select().from(subscriptionCharges).where(eq(subscriptionCharges.id, id));
  if (!found) return undefined;
  const isOwn = eq(subscriptions.id, found.subscriptionId);
  await tx.select().from(subscriptions).where(isOwn).for('update');
  const [charge] = await tx
    .select()
    .from(subscriptionCharges)
    .where(eq(subscriptionCharges.id, id))
    .for('update');
  if (charge?.status !== 'PAGA' || charge.endToEndId !== endToEndId) return undefined;
  return {
    status: 'PAGO',
    change: (_, motivo) => changeCharge(tx, id, { para: 'DEVOLVIDA', motivo }),
  };
}

/**
 * Gives the task of a payment the status of its refunds, and its order or invoice that of its tasks. An order or month
 * that was paid stays paid until the payment that paid it is refunded in full.
 */
export async function followRefunds(
  tx: OrmTransaction,
  payment: Payment,
  target: RefundTarget | undefined,
  motivo: string,
): Promise<void> {
  const { endToEndId, tarefa, situacao, subscriptionChargeId } = payment;
  const progress = await readTaskStatus(tx, payment);
  if (tarefa !== null) {
    await tx.update(payments).set({ tarefa: progress }).where(eq(payments.endToEndId, endToEndId));
  }
  if (!target) return;
  if (target.status === 'PAGO') {
    // The first month of a subscription without an approval was paid by a payment that is a task.
    const hasPaid = situacao === 'APLICADO' || subscriptionChargeId !== null;
    if (hasPaid && progress === 'DEVOLVIDA') await target.change('DEVOLVIDO', motivo);
    return;
  }
  if (!ANALYSIS_STATUSES.some((status) => status === target.status)) return;
  const para = toOrderStatus(await readTasks(tx, payment));
  if (para !== target.status) await target.change(para, motivo);
}

async function readTasks(
  tx: OrmTransaction,
  { orderId, invoiceId }: Payment,
): Promise<(TaskStatus | null)[]> {
  const own =
    orderId === null ? eq(payments.invoiceId, invoiceId ?? '') : eq(payments.orderId, orderId);
  const rows = await tx
    .select({ tarefa: payments.tarefa })
    .from(payments)
    .where(and(own, isNotNull(payments.tarefa)));
  return rows.map(({ tarefa }) => tarefa);
}

function toOrderStatus(tasks: readonly (TaskStatus | null)[]): OrderStatus {
  if (tasks.includes('ABERTA')) return 'EM_ANALISE';
  return tasks.includes('DEVOLVENDO') ? 'DEVOLVENDO' : 'DEVOLVIDO';
}
