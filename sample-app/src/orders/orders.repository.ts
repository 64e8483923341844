import { Injectable } from '@nestjs/common';
import { and, eq, lte, min } from 'drizzle-orm';
import { Database } from '../database/database.js';
import {
  type NewOrder,
  type Order,
  type OrderStatus,
  orders,
  type PaymentOutcome,
  payments,
} from '../database/schema.js';

/** A Pix that the provider confirmed. */
export interface ConfirmedPayment {
  readonly endToEndId: string;
  readonly txid: string;
  /** Decimal text. */
  readonly valor: string;
  readonly horario: Date;
}

/** What became of a payment; `order` is the order it changed, or would have. */
export interface AppliedPayment {
  readonly outcome: PaymentOutcome | 'JA_REGISTRADO';
  readonly order?: Order;
}

/**
 * Orders and payments in the database. Every change of status names the status it starts from in
 * its own SQL statement, so two events at once cannot both win, in one process or in many.
 */
@Injectable()
export class OrdersRepository {
  constructor(private readonly database: Database) {}

  async insert(order: NewOrder): Promise<Order> {
    const [row] = await this.database.orm.insert(orders).values(order).returning();
    if (!row) throw new Error('The database returned no row for a new order');
    return row;
  }

  async find(id: string): Promise<Order | undefined> {
    const [row] = await this.database.orm.select().from(orders).where(eq(orders.id, id));
    return row;
  }

  /** Forgets an order whose charge the provider refused. */
  async remove(id: string): Promise<void> {
    await this.database.orm.delete(orders).where(eq(orders.id, id));
  }

  /** Keeps what the provider answered to the creation of the charge. */
  async confirm(
    id: string,
    charge: { readonly pixCopiaECola: string; readonly expiraEm: Date },
  ): Promise<Order | undefined> {
    const [row] = await this.database.orm
      .update(orders)
      .set(charge)
      .where(eq(orders.id, id))
      .returning();
    return row;
  }

  /** Cancels a pending order; `undefined` when it was not pending any more. */
  async cancel(id: string): Promise<Order | undefined> {
    const [row] = await this.database.orm
      .update(orders)
      .set({ status: 'CANCELADO' })
      .where(and(eq(orders.id, id), eq(orders.status, 'PENDENTE')))
      .returning();
    return row;
  }

  /** Expires the pending orders whose time has come. */
  expire(now: Date): Promise<Order[]> {
    return this.database.orm
      .update(orders)
      .set({ status: 'EXPIRADO' })
      .where(and(eq(orders.status, 'PENDENTE'), lte(orders.expiraEm, now)))
      .returning();
  }

  /** When the next pending order expires. */
  async nextExpiry(): Promise<Date | undefined> {
    const [row] = await this.database.orm
      .select({ next: min(orders.expiraEm) })
      .from(orders)
      .where(eq(orders.status, 'PENDENTE'));
    return row?.next ?? undefined;
  }

  /**
   * Records a payment and, in the same transaction, marks its order paid when it pays it. The row
   * lock orders payments of one charge; a second delivery of the same payment changes nothing.
   */
  apply(payment: ConfirmedPayment): Promise<AppliedPayment> {
    return this.database.orm.transaction(async (tx) => {
      const [order] = await tx
        .select()
        .from(orders)
        .where(eq(orders.txid, payment.txid))
        .for('update');
      const outcome = judge(payment, order);
      const [recorded] = await tx
        .insert(payments)
        .values({ ...payment, orderId: order?.id ?? null, situacao: outcome })
        .onConflictDoNothing()
        .returning();
      if (!recorded) return { outcome: 'JA_REGISTRADO', ...(order && { order }) };
      if (outcome !== 'APLICADO' || !order) return { outcome, ...(order && { order }) };

      const [paid] = await tx
        .update(orders)
        .set({ status: 'PAGO', pagoEm: payment.horario })
        .where(and(eq(orders.id, order.id), eq(orders.status, order.status)))
        .returning();
      if (!paid) throw new Error(`Order ${order.id} changed under its own row lock`);
      return { outcome, order: paid };
    });
  }
}

/**
 * What a payment does to its order. One that was made in time but told of after the order expired
 * still pays it: the customer kept the deadline, the notification did not.
 */
function judge(payment: ConfirmedPayment, order: Order | undefined): PaymentOutcome {
  if (!order) return 'SEM_PEDIDO';
  if (order.status === 'PAGO') return 'REPETIDO';
  if (order.valor !== payment.valor) return 'VALOR_DIVERGENTE';
  const payable: readonly OrderStatus[] =
    payment.horario <= order.expiraEm ? ['PENDENTE', 'EXPIRADO'] : ['PENDENTE'];
  return payable.includes(order.status) ? 'APLICADO' : 'FORA_DO_PRAZO';
}
