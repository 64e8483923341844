import { and, eq, inArray } from 'drizzle-orm';
import type { OrmTransaction } from '../database/database.js';
import {
  type NewOrder,
  type Order,
  orders,
  orderTransitions,
  type OrderStatus,
} from '../database/schema.js';
import { TRANSITIONS } from './order-status.js';

/** A change of an order to another status. */
export interface Transition {
  readonly para: OrderStatus;
  /** Why, for the people of the shop. */
  readonly motivo: string;
  /** Other fields to change. */
  readonly values?: Partial<NewOrder>;
}

/**
 * Changes the status of an order and records the change, both in `tx`. The row lock serializes concurrent changes, in one
 * process or in several: each sees the status that the previous one left.
 *
 * @returns the order as it is now, or `undefined` if its status does not allow the change
 */
export async function changeStatus(
  tx: OrmTransaction,
  id: string,
  { para, motivo, values }: Transition,
): Promise<Order | undefined> {
  const allowed = inArray(orders.status, [...TRANSITIONS[para]]);
  const [before] = await tx
    .select({ de: orders.status })
    .from(orders)
    .where(and(eq(orders.id, id), allowed))
    .for('update');
  if (!before) return undefined;
  const [order] = await tx
    .update(orders)
    .set({ ...values, status: para })
    .where(and(eq(orders.id, id), allowed))
    .returning();
  await tx.insert(orderTransitions).values({ orderId: id, de: before.de, para, motivo });
  return order;
}
