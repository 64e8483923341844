import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { Order } from '../database/schema.js';
import { RefundsService } from '../refunds/refunds.service.js';
import { type RunOutcome, SettlementTimer } from '../settlement/settlement-timer.js';
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
 * It runs at the start, every minute, at the next expiry in the database and, while an order cannot be settled, after 30
 * seconds. All processes of the shop take part, one at a time. An order becomes `EXPIRADO` only after its charge was read,
 * because a notification of its payment may be missing. A cancellation that was requested is completed.
 */
@Injectable()
export class OrderSettlement implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('OrderSettlement');
  readonly #timer = new SettlementTimer('orders', () => this.#settleAll());

  constructor(
    private readonly repository: OrdersRepository,
    private readonly charges: ChargesService,
    private readonly payments: PaymentsService,
    private readonly refunds: RefundsService,
    private readonly events: OrderEvents,
  ) {}

  /** Does not wait for the first run, so that the shop starts even if the provider is unavailable. */
  onApplicationBootstrap(): void {
    this.wakeAt(new Date());
  }

  async onModuleDestroy(): Promise<void> {
    await this.#timer.stop();
  }

  /** Settles the orders that can be settled now and schedules the next run. Runs do not overlap. */
  sweep(): Promise<void> {
    return this.#timer.sweep();
  }

  /** Schedules a run at `instant`, unless an earlier one is scheduled. */
  wakeAt(instant: Date): void {
    this.#timer.wakeAt(instant);
  }

  /** Schedules a run after 30 seconds, unless an earlier one is scheduled. */
  wakeSoon(): void {
    this.#timer.wakeSoon();
  }

  /** Never rejects. */
  async #settleAll(): Promise<RunOutcome> {
    try {
      const now = new Date();
      const ran = await this.repository.settleExclusively(() => this.#settleWaiting(now));
      if (!ran) this.#timer.wakeWhenFree();
      const next = await this.repository.nextExpiry(now);
      if (next) this.wakeAt(next);
      return ran ? 'done' : 'busy';
    } catch (error) {
      if (this.#isStopped()) return 'stopped';
      this.#logger.error('Orders could not be settled; trying again', error);
      this.wakeSoon();
      return 'failed';
    }
  }

  async #settleWaiting(now: Date): Promise<void> {
    const waiting = await this.repository.unsettled(now);
    if (waiting.length > 0) this.wakeSoon();
    await this.#timer.settleEach(
      waiting,
      (order) => this.settle(order),
      ({ id }, error) =>
        this.#logger.error(`Order ${id} could not be settled; trying again`, error),
    );
    await this.refunds.settleAll(this.#timer.request);
  }

  /** Reads the charge of an order, and changes the order to what it shows. Can run at the same time as a sweep. */
  async settle(order: Order): Promise<void> {
    const charge = await this.charges.find(order.txid, this.#timer.request);
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
      if (!(await this.charges.cancel(txid, this.#timer.request))) return;
      this.#publish(await this.repository.cancel(id), 'canceled');
    } catch (error) {
      if (!(error instanceof CancellationRefused)) throw error;
      this.#publish(await this.repository.endCancel(id), 'not canceled: the provider refused it');
    }
  }

  #isStopped(): boolean {
    return this.#timer.signal.aborted;
  }

  #publish(order: Order | undefined, change?: string): void {
    if (!order) return;
    if (change !== undefined) this.#logger.log(`Order ${order.id} ${change}`);
    this.events.publish(order);
  }
}

function isPayable(charge: Charge, order: Order): boolean {
  return charge.status === 'ATIVA' && findExpiry(charge, order) > new Date();
}
