import type { Order } from '../../src/database/schema.js';
import type { Charge, ChargesService } from '../../src/orders/charges.service.js';
import { OrderEvents } from '../../src/orders/order-events.js';
import { OrderSettlement } from '../../src/orders/order-settlement.js';
import type { OrdersRepository } from '../../src/orders/orders.repository.js';
import type { PaymentsService } from '../../src/orders/payments.service.js';
import type { RefundsService } from '../../src/refunds/refunds.service.js';

export const NOON = new Date('2026-03-10T12:00:00Z');

/** An order that expires at noon. */
export const buildOrder = (id: string, expiraEm = NOON) =>
  ({ id, txid: `txid-${id}`, valor: '37.00', expiraEm }) as Order;

/** A settlement with a scripted database and bank. */
export class ScriptedSettlement {
  /** Queries to the database, with the milliseconds since noon for each read. */
  readonly queries: string[] = [];
  readonly notified: string[] = [];
  waiting: Order[] = [];
  next: Date | undefined;
  /** Whether another process is settling. */
  isBusy = false;
  unsettled: () => Promise<Order[]> = () => Promise.resolve([...this.waiting]);
  find: () => Promise<Charge | undefined> = () => Promise.resolve(undefined);
  /** The result of a change: the order, or nothing when it is no longer pending. */
  changed: (id: string) => Order | undefined = (id) => buildOrder(id);
  readonly settlement: OrderSettlement;

  constructor() {
    const change = (name: string) => (id: string) => {
      this.queries.push(`${name} ${id}`);
      return Promise.resolve(this.changed(id));
    };
    const repository = {
      settleExclusively: async (settle: () => Promise<void>) => {
        if (this.isBusy) return false;
        await settle();
        return true;
      },
      unsettled: () => {
        this.queries.push(`query at ${Date.now() - NOON.getTime()}`);
        return this.unsettled();
      },
      nextExpiry: () => Promise.resolve(this.next),
      cancel: change('cancel'),
      confirm: change('confirm'),
      expire: change('expire'),
    };
    const charges = {
      find: (txid: string) => {
        this.queries.push(`read ${txid}`);
        return this.find();
      },
    };
    const events = new OrderEvents();
    events.publish = ({ id }) => this.notified.push(id);
    this.settlement = new OrderSettlement(
      repository as unknown as OrdersRepository,
      charges as unknown as ChargesService,
      {} as unknown as PaymentsService,
      { settleAll: () => Promise.resolve() } as unknown as RefundsService,
      events,
    );
  }

  /** Returns the queries to database and bank since the last call. */
  takeQueries(): string[] {
    return this.queries.splice(0);
  }
}
