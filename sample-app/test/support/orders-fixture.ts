import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { eq } from 'drizzle-orm';
import type { PixRecebidosService } from 'nestjs-pix';
import type { Bank } from '../../src/bank/bank.js';
import { Database } from '../../src/database/database.js';
import {
  type NewOrder,
  type Order,
  orders,
  orderTransitions,
  payments,
  refunds,
} from '../../src/database/schema.js';
import type { ChargesService } from '../../src/orders/charges.service.js';
import { OrderEvents } from '../../src/orders/order-events.js';
import { OrderSettlement } from '../../src/orders/order-settlement.js';
import { OrdersRepository } from '../../src/orders/orders.repository.js';
import { OrdersService } from '../../src/orders/orders.service.js';
import { PaymentsService } from '../../src/orders/payments.service.js';
import { RefundsRepository } from '../../src/refunds/refunds.repository.js';
import { RefundsService } from '../../src/refunds/refunds.service.js';
import { readSettings } from '../../src/settings/read-settings.js';
import { copyDatabase, type DatabaseDirectory } from './database-directory.js';
import { memoryLogger } from './memory-logger.js';

export const BANK_OF_TESTS = { chave: 'loja@example.com' } as Bank;

export type ScriptedCharges = {
  -readonly [M in 'open' | 'find' | 'cancel']: ChargesService[M];
};

export type ScriptedRefunds = {
  -readonly [M in 'refund' | 'getRefund']: PixRecebidosService[M];
};

/** The services of orders with a separate database and scripted charges. */
export class OrdersFixture {
  /** Statuses that pages were notified of. */
  readonly notified: string[] = [];
  /** Everything that was logged. */
  readonly log: string[] = [];
  readonly settings = readSettings({});

  private constructor(
    private readonly directory: DatabaseDirectory,
    readonly database: Database,
    readonly repository: OrdersRepository,
    readonly events: OrderEvents,
    readonly charges: ScriptedCharges,
    readonly pix: ScriptedRefunds,
    readonly refunds: RefundsService,
    readonly payments: PaymentsService,
    readonly settlement: OrderSettlement,
    readonly orders: OrdersService,
  ) {}

  static async open(): Promise<OrdersFixture> {
    const directory = await copyDatabase();
    const database = await Database.open({ directory: directory.path });
    const repository = new OrdersRepository(database);
    const events = new OrderEvents();
    const charges: ScriptedCharges = { open: unscripted, find: unscripted, cancel: unscripted };
    const scripted = charges as unknown as ChargesService;
    const pix: ScriptedRefunds = { refund: unscripted, getRefund: unscripted };
    const paid = new PaymentsService(repository, events);
    const refunding = new RefundsService(
      new RefundsRepository(database),
      pix as unknown as PixRecebidosService,
    );
    const settlement = new OrderSettlement(repository, scripted, paid, refunding, events);
    const settings = readSettings({});
    const service = new OrdersService(repository, scripted, events, settlement, settings);
    const fixture = new OrdersFixture(
      directory,
      database,
      repository,
      events,
      charges,
      pix,
      refunding,
      paid,
      settlement,
      service,
    );
    Logger.overrideLogger(memoryLogger(fixture.log));
    const { publish } = events;
    events.publish = (order) => {
      fixture.notified.push(`${order.id} ${order.status}`);
      publish.call(events, order);
    };
    return fixture;
  }

  /** Deletes all orders and all scripts. */
  async reset(): Promise<void> {
    Object.assign(this.charges, { open: unscripted, find: unscripted, cancel: unscripted });
    Object.assign(this.pix, { refund: unscripted, getRefund: unscripted });
    this.notified.length = 0;
    this.log.length = 0;
    await this.database.orm.delete(refunds);
    await this.database.orm.delete(orderTransitions);
    await this.database.orm.delete(payments);
    await this.database.orm.delete(orders);
  }

  async insert(change: Partial<NewOrder> = {}): Promise<Order> {
    const now = Date.now();
    const order = await this.repository.insert({
      id: randomUUID(),
      txid: randomUUID().replaceAll('-', ''),
      descricao: '1x Camiseta Ipê',
      valor: '37.00',
      criadoEm: new Date(now),
      expiraEm: new Date(now + 3_600_000),
      pixCopiaECola: '000201',
      status: 'PENDENTE',
      ...change,
    });
    return order!;
  }

  async all(): Promise<Order[]> {
    return this.database.orm.select().from(orders);
  }

  async readStatus({ id }: Order): Promise<string | undefined> {
    return (await this.repository.find(id))?.status;
  }

  /** Returns the recorded changes of an order, such as `CRIANDO → PENDENTE`. */
  async readTransitions({ id }: Order): Promise<string[]> {
    const rows = await this.database.orm
      .select()
      .from(orderTransitions)
      .where(eq(orderTransitions.orderId, id))
      .orderBy(orderTransitions.id);
    return rows.map(({ de, para }) => `${de ?? ''} → ${para}`.trim());
  }

  async close(): Promise<void> {
    await this.settlement.onModuleDestroy();
    this.events.onModuleDestroy();
    await this.database.close();
    await this.directory.remove();
  }
}

function unscripted(): never {
  throw new Error('The test does not expect this call');
}
