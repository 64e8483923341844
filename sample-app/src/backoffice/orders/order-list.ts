import { Injectable } from '@nestjs/common';
import { asc, eq, or, sql } from 'drizzle-orm';
import { Database } from '../../database/database.js';
import { type Order, orders, orderTransitions, payments } from '../../database/schema.js';
import { contains, List } from '../../lists/list.js';
import { RefundsRepository } from '../../refunds/refunds.repository.js';
import { type OrderDetail, type OrderRowView, toOrderRowView } from './admin-order.view.js';

/** Orders as the back office reads them. */
@Injectable()
export class OrderList extends List<Order, OrderRowView> {
  constructor(
    private readonly database: Database,
    private readonly refunds: RefundsRepository,
  ) {
    const { orm } = database;
    super({
      instant: orders.criadoEm,
      id: orders.id,
      idType: 'uuid',
      status: orders.status,
      search: (text) =>
        or(
          sql`${orders.id}::text = ${text.toLowerCase()}`,
          eq(orders.txid, text),
          contains(orders.descricao, text),
          sql`${orders.id} IN (${orm
            .select({ id: payments.orderId })
            .from(payments)
            .where(eq(payments.endToEndId, text))})`,
        ),
      read: (where, order, limit) =>
        orm
          .select()
          .from(orders)
          .where(where)
          .orderBy(...order)
          .limit(limit),
      locate: ({ criadoEm, id }) => ({ instant: criadoEm, id }),
      view: toOrderRowView,
    });
  }

  async detail(order: Order): Promise<OrderDetail> {
    const { orm } = this.database;
    const [transitions, paid] = await Promise.all([
      orm
        .select()
        .from(orderTransitions)
        .where(eq(orderTransitions.orderId, order.id))
        .orderBy(asc(orderTransitions.id)),
      orm
        .select({ payment: payments })
        .from(payments)
        .where(eq(payments.orderId, order.id))
        .orderBy(asc(payments.horario)),
    ]);
    return { order, transitions, payments: await this.refunds.withRefunds(paid) };
  }
}
