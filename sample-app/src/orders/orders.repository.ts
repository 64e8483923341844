import { Injectable } from '@nestjs/common';
import { and, eq, gt, inArray, lte, min, or } from 'drizzle-orm';
import { isSameAmount } from '../bank/is-same-amount.js';
import { Database, type OrmTransaction, SETTLEMENT_LOCK } from '../database/database.js';
import {
  type NewOrder,
  type Order,
  orders,
  orderTransitions,
  type PaymentOutcome,
  payments,
} from '../database/schema.js';
import { shopAttributes, shopMetrics } from '../metrics/shop-metrics.js';
import { isOpen, OPEN_STATUSES } from '../transitions/order-status.js';
import { changeStatus, type Transition } from '../transitions/order-transition.js';

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

/** The result of a change: the order as it is now, or `undefined` if its status does not allow the change. */
type Changed = Promise<Order | undefined>;

/**
 * Orders and payments in the database. Each change of a status requires a previous status in SQL and is recorded, so that
 * of two concurrent changes only one takes effect, in one process or in several. Nothing is deleted.
 */
@Injectable()
export class OrdersRepository {
  constructor(private readonly database: Database) {}

  /** @returns `undefined` when there is an order with the same `chaveIdempotencia` */
  insert(order: NewOrder): Promise<Order | undefined> {
    return counted(
      this.database.orm.transaction(async (tx) => {
        const [row] = await tx
          .insert(orders)
          .values(order)
          .onConflictDoNothing({ target: orders.chaveIdempotencia })
          .returning();
        if (!row) return undefined;
        const { id, status } = row;
        await tx
          .insert(orderTransitions)
          .values({ orderId: id, para: status, motivo: 'pedido recebido' });
        return row;
      }),
    );
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

  /** Stores the data of the open charge at the provider. An order that was being created becomes payable. */
  async confirm(
    id: string,
    charge: { readonly pixCopiaECola: string; readonly expiraEm: Date },
  ): Changed {
    const { pixCopiaECola, expiraEm } = charge;
    const values = { pixCopiaECola, expiraEm };
    const [row] = await this.database.orm
      .update(orders)
      .set(values)
      .where(and(eq(orders.id, id), inArray(orders.status, ['PENDENTE', 'CANCELANDO'])))
      .returning();
    return row ?? this.#change(id, { para: 'PENDENTE', motivo: 'cobrança criada', values });
  }

  /** Records that a cancellation of the charge is about to be sent to the provider. */
  beginCancel(id: string, motivo: string): Changed {
    return this.#change(id, { para: 'CANCELANDO', motivo });
  }

  /** Makes an order payable again whose cancellation the provider refused. */
  endCancel(id: string): Changed {
    return this.#change(id, { para: 'PENDENTE', motivo: 'cancelamento recusado pelo banco' });
  }

  cancel(id: string): Changed {
    return this.#change(id, { para: 'CANCELADO', motivo: 'cobrança cancelada no banco' });
  }

  /** Ends an order whose charge the provider refused. Its idempotency key can be used again. */
  refuse(id: string): Changed {
    const values = { chaveIdempotencia: null };
    return this.#change(id, { para: 'CANCELADO', motivo: 'cobrança recusada pelo banco', values });
  }

  expire(id: string): Changed {
    return this.#change(id, { para: 'EXPIRADO', motivo: 'prazo vencido sem pagamento no banco' });
  }

  /**
   * Returns the orders whose state at the provider is not known: they have expired, or a request for their charge has not
   * ended.
   */
  unsettled(now: Date): Promise<Order[]> {
    return this.database.orm
      .select()
      .from(orders)
      .where(
        or(
          inArray(orders.status, ['CRIANDO', 'CANCELANDO']),
          and(eq(orders.status, 'PENDENTE'), lte(orders.expiraEm, now)),
        ),
      );
  }

  /** Runs a settlement, unless another process is settling. @returns whether it ran */
  settleExclusively(settle: () => Promise<void>): Promise<boolean> {
    return this.database.runExclusively(SETTLEMENT_LOCK, settle);
  }

  /** Returns the earliest expiry of an open order after `now`. */
  async nextExpiry(now: Date): Promise<Date | undefined> {
    const [row] = await this.database.orm
      .select({ next: min(orders.expiraEm) })
      .from(orders)
      .where(and(inArray(orders.status, [...OPEN_STATUSES]), gt(orders.expiraEm, now)));
    return row?.next ?? undefined;
  }

  /**
   * Records a payment and, in the same transaction, marks its order as paid or opens a task for a person. The row lock
   * serializes the payments of one charge; a second delivery of a payment changes nothing.
   */
  async apply(payment: ConfirmedPayment, complete?: CompleteIn): Promise<AppliedPayment> {
    let changed: Order | undefined;
    const applied = await this.database.orm.transaction(async (tx): Promise<AppliedPayment> => {
      await complete?.(tx);
      const [order] = await tx
        .select()
        .from(orders)
        .where(eq(orders.txid, payment.txid))
        .for('update');
      const outcome = resolveOutcome(payment, order);
      const [recorded] = await tx
        .insert(payments)
        .values({
          ...payment,
          orderId: order?.id,
          situacao: outcome,
          tarefa: outcome === 'APLICADO' ? null : 'ABERTA',
        })
        .onConflictDoNothing()
        .returning();
      if (!order) return { outcome: recorded ? outcome : 'JA_REGISTRADO' };
      if (!recorded) return { outcome: 'JA_REGISTRADO', order };
      changed = await changeStatus(tx, order.id, toTransition(payment, outcome));
      return { outcome, order: changed ?? order };
    });
    await counted(Promise.resolve(changed));
    return applied;
  }

  #change(id: string, transition: Transition): Changed {
    return counted(this.database.orm.transaction((tx) => changeStatus(tx, id, transition)));
  }
}

/** Counts a change that is committed. */
async function counted(change: Changed): Changed {
  const order = await change;
  if (order) shopMetrics().orderChanges.add(1, { [shopAttributes.status]: order.status });
  return order;
}

/** A paid order stays paid when a further payment arrives: only that payment is a task. */
function toTransition(
  { endToEndId, horario }: ConfirmedPayment,
  outcome: PaymentOutcome,
): Transition {
  return outcome === 'APLICADO'
    ? { para: 'PAGO', motivo: `pagamento ${endToEndId}`, values: { pagoEm: horario } }
    : { para: 'EM_ANALISE', motivo: `pagamento ${endToEndId}: ${outcome}` };
}

/**
 * Returns the effect of a payment on its order. A payment that was made in time pays the order, even if its notification
 * arrives after the order has expired.
 */
function resolveOutcome(payment: ConfirmedPayment, order: Order | undefined): PaymentOutcome {
  if (!order) return 'SEM_PEDIDO';
  const { status, valor, expiraEm } = order;
  if (!isOpen(status) && status !== 'EXPIRADO' && status !== 'CANCELADO') return 'REPETIDO';
  if (!isSameAmount(valor, payment.valor)) return 'VALOR_DIVERGENTE';
  const isPayable = isOpen(status) || (status === 'EXPIRADO' && payment.horario <= expiraEm);
  return isPayable ? 'APLICADO' : 'FORA_DO_PRAZO';
}
