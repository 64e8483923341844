import { Injectable } from '@nestjs/common';
import { and, eq, gt, isNotNull, isNull, lte, min, or } from 'drizzle-orm';
import { Database, type OrmTransaction } from '../database/database.js';
import {
  type NewOrder,
  type Order,
  type OrderStatus,
  orders,
  type PaymentOutcome,
  payments,
} from '../database/schema.js';
import { isSameAmount } from './is-same-amount.js';

/** A Pix that the provider confirmed. */
export interface ConfirmedPayment {
  readonly endToEndId: string;
  readonly txid: string;
  /** Decimal text. */
  readonly valor: string;
  readonly horario: Date;
}

/** The result of a payment. `order` is the order of its charge. */
export interface AppliedPayment {
  readonly outcome: PaymentOutcome | 'JA_REGISTRADO';
  readonly order?: Order;
}

/** Runs first in the transaction that applies a payment. */
export type CompleteIn = (transaction: OrmTransaction) => Promise<void>;

/** The result of a change: the order as it is now, or `undefined` if it was no longer pending. */
type Changed = Promise<Order | undefined>;

const isPending = (id: string) => and(eq(orders.id, id), eq(orders.status, 'PENDENTE'));

/**
 * Orders and payments in the database. Each SQL statement that changes a status requires the previous status, so that of
 * two concurrent changes only one takes effect, in one process or in several.
 */
@Injectable()
export class OrdersRepository {
  constructor(private readonly database: Database) {}

  /** @returns `undefined` when there is an order with the same `chaveIdempotencia` */
  async insert(order: NewOrder): Promise<Order | undefined> {
    const [row] = await this.database.orm
      .insert(orders)
      .values(order)
      .onConflictDoNothing({ target: orders.chaveIdempotencia })
      .returning();
    return row;
  }

  async find(id: string): Promise<Order | undefined> {
    const [row] = await this.database.orm.select().from(orders).where(eq(orders.id, id));
    return row;
  }

  async findByKey(chaveIdempotencia: string): Promise<Order | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(orders)
      .where(eq(orders.chaveIdempotencia, chaveIdempotencia));
    return row;
  }

  /** Stores the data of the open charge at the provider. */
  confirm(
    id: string,
    charge: { readonly pixCopiaECola: string; readonly expiraEm: Date },
  ): Changed {
    const { pixCopiaECola, expiraEm } = charge;
    return this.#change(id, { pixCopiaECola, expiraEm, cancelamentoEm: null });
  }

  /** Records that a cancellation of the charge is about to be sent to the provider. */
  beginCancel(id: string, cancelamentoEm: Date): Changed {
    return this.#change(id, { cancelamentoEm });
  }

  cancel(id: string): Changed {
    return this.#change(id, { status: 'CANCELADO' });
  }

  /** Ends an order whose charge the provider refused. Its idempotency key can be used again. */
  refuse(id: string): Changed {
    return this.#change(id, { status: 'CANCELADO', chaveIdempotencia: null });
  }

  expire(id: string): Changed {
    return this.#change(id, { status: 'EXPIRADO' });
  }

  /**
   * Returns the pending orders whose state at the provider is not known: they have expired, or a request for their charge
   * has not ended.
   */
  unsettled(now: Date): Promise<Order[]> {
    const { status, expiraEm, pixCopiaECola, cancelamentoEm } = orders;
    return this.database.orm
      .select()
      .from(orders)
      .where(
        and(
          eq(status, 'PENDENTE'),
          or(lte(expiraEm, now), isNull(pixCopiaECola), isNotNull(cancelamentoEm)),
        ),
      );
  }

  /** Returns the earliest expiry of a pending order after `now`. */
  async nextExpiry(now: Date): Promise<Date | undefined> {
    const [row] = await this.database.orm
      .select({ next: min(orders.expiraEm) })
      .from(orders)
      .where(and(eq(orders.status, 'PENDENTE'), gt(orders.expiraEm, now)));
    return row?.next ?? undefined;
  }

  /**
   * Records a payment and, if it pays its order, marks the order as paid in the same transaction. The row lock serializes
   * the payments of one charge; a second delivery of a payment changes nothing.
   */
  apply(payment: ConfirmedPayment, complete?: CompleteIn): Promise<AppliedPayment> {
    return this.database.orm.transaction(async (tx) => {
      await complete?.(tx);
      const [order] = await tx
        .select()
        .from(orders)
        .where(eq(orders.txid, payment.txid))
        .for('update');
      const outcome = resolveOutcome(payment, order);
      const [recorded] = await tx
        .insert(payments)
        .values({ ...payment, orderId: order?.id ?? null, situacao: outcome })
        .onConflictDoNothing()
        .returning();
      if (!order) return { outcome: recorded ? outcome : 'JA_REGISTRADO' };
      if (!recorded) return { outcome: 'JA_REGISTRADO', order };
      if (outcome !== 'APLICADO') return { outcome, order };

      const paid = { status: 'PAGO', pagoEm: payment.horario } as const;
      await tx.update(orders).set(paid).where(eq(orders.id, order.id));
      return { outcome, order: { ...order, ...paid } };
    });
  }

  async #change(id: string, values: Partial<NewOrder>): Changed {
    const [row] = await this.database.orm
      .update(orders)
      .set(values)
      .where(isPending(id))
      .returning();
    return row;
  }
}

/**
 * Returns the effect of a payment on its order. A payment that was made in time pays the order, even if its notification
 * arrives after the order has expired.
 */
function resolveOutcome(payment: ConfirmedPayment, order: Order | undefined): PaymentOutcome {
  if (!order) return 'SEM_PEDIDO';
  if (order.status === 'PAGO') return 'REPETIDO';
  if (!isSameAmount(order.valor, payment.valor)) return 'VALOR_DIVERGENTE';
  const payable: readonly OrderStatus[] =
    payment.horario <= order.expiraEm ? ['PENDENTE', 'EXPIRADO'] : ['PENDENTE'];
  return payable.includes(order.status) ? 'APLICADO' : 'FORA_DO_PRAZO';
}
