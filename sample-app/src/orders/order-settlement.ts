import { Injectable } from '@nestjs/common';
import type { Order } from '../database/schema.js';
import { RefundsService } from '../refunds/refunds.service.js';
import { Settlement } from '../settlement/settlement.js';
import {
  CancellationRefused,
  type Charge,
  ChargesService,
  findExpiry,
  isRemoved,
  toOpenCharge,
} from './charges.service.js';
import { OrderEvents } from './order-events.js';
import { OrdersRepository } from './orders.repository.js';
import { PaymentsService } from './payments.service.js';

/**
 * Settles orders whose state must be read from the provider: expired orders, and orders whose charge was being created or
 * canceled when a request failed or the process ended. Refunds are settled in the same runs.
 *
 * An order becomes `EXPIRADO` only after its charge was read, because a notification of its payment may be missing. A
 * cancellation that was requested is completed.
 */
@Injectable()
export class OrderSettlement extends Settlement {
  constructor(
    private readonly repository: OrdersRepository,
    private readonly charges: ChargesService,
    private readonly payments: PaymentsService,
    private readonly refunds: RefundsService,
    private readonly events: OrderEvents,
  ) {
    super('orders');
  }

  protected settleExclusively(settle: () => Promise<void>): Promise<boolean> {
    return this.repository.settleExclusively(settle);
  }

  protected async settleDue(now: Date): Promise<void> {
    const waiting = await this.repository.unsettled(now);
    if (waiting.length > 0) this.wakeSoon();
    await this.settleEach(
      waiting,
      (order) => this.settle(order),
      ({ id }) => `Order ${id}`,
    );
    await this.refunds.settleAll(this.request);
  }

  protected async findNextDue(now: Date): Promise<readonly (Date | undefined)[]> {
    return [await this.repository.nextExpiry(now)];
  }

  /** Reads the charge of an order, and changes the order to what it shows. Can run at the same time as a sweep. */
  async settle(order: Order): Promise<void> {
    const charge = await this.charges.find(order.txid, this.request);
    for (const { endToEndId, valor, horario } of charge?.pix ?? []) {
      const payment = { endToEndId, txid: order.txid, valor, horario: new Date(horario) };
      await this.payments.record(payment);
    }
    if (charge && isRemoved(charge)) {
      this.#publish(await this.repository.cancel(order.id), 'canceled at the provider');
    } else if (charge && isPayable(charge, order)) {
      this.#publish(await this.repository.confirm(order.id, toOpenCharge(charge, order)));
      if (order.status === 'CANCELANDO') await this.#cancel(order);
    } else if (charge?.status !== 'CONCLUIDA' && order.expiraEm <= new Date()) {
      this.#publish(await this.repository.expire(order.id), 'expired');
    }
  }

  /** Completes a cancellation that the customer requested. If the charge was paid, the next run records the payment. */
  async #cancel({ id, txid }: Order): Promise<void> {
    try {
      if (!(await this.charges.cancel(txid, this.request))) return;
      this.#publish(await this.repository.cancel(id), 'canceled');
    } catch (error) {
      if (!(error instanceof CancellationRefused)) throw error;
      this.#publish(await this.repository.endCancel(id), 'not canceled: the provider refused it');
    }
  }

  #publish(order: Order | undefined, change?: string): void {
    if (!order) return;
    if (change !== undefined) this.logger.log(`Order ${order.id} ${change}`);
    this.events.publish(order);
  }
}

function isPayable(charge: Charge, order: Order): boolean {
  return charge.status === 'ATIVA' && findExpiry(charge, order) > new Date();
}
