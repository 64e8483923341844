import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { Order } from '../database/schema.js';
import { type Charge, ChargesService, isRemoved, toOpenCharge } from './charges.service.js';
import { OrderEvents } from './order-events.js';
import { OrdersRepository } from './orders.repository.js';
import { PaymentsService } from './payments.service.js';

/** The longest delay of setTimeout in milliseconds. A later expiry is found by the next run. */
const LONGEST_DELAY = 2_147_483_647;

/** Milliseconds until the next attempt for orders that could not be settled. */
const RECHECK_DELAY = 30_000;

/** Number of charges that are read at a time. */
const CONCURRENT = 4;
/** Time limit of one read, in seconds. */
const READ_DEADLINE = 10;

/**
 * Settles pending orders whose state must be read from the provider: expired orders, and orders whose charge was being
 * created or canceled when a request failed or the process ended.
 *
 * It runs at the start, at the next expiry in the database and, while an order cannot be settled, every 30 seconds. An
 * order becomes `EXPIRADO` only after its charge was read, because a notification of its payment may be missing.
 */
@Injectable()
export class OrderSettlement implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('OrderSettlement');
  readonly #stopped = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #wakesAt = Infinity;
  #running: Promise<void> = Promise.resolve();

  constructor(
    private readonly repository: OrdersRepository,
    private readonly charges: ChargesService,
    private readonly payments: PaymentsService,
    private readonly events: OrderEvents,
  ) {}

  /** Does not wait for the first run, so that the shop starts even if the provider is unavailable. */
  onApplicationBootstrap(): void {
    this.wakeAt(new Date());
  }

  async onModuleDestroy(): Promise<void> {
    this.#stopped.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Settles the orders that can be settled now and schedules the next run. Runs do not overlap. */
  sweep(): Promise<void> {
    this.#running = this.#running.then(() => this.#settleAll());
    return this.#running;
  }

  /** Schedules a run at `instant`, unless an earlier one is scheduled. */
  wakeAt(instant: Date): void {
    if (this.#isStopped() || instant.getTime() >= this.#wakesAt) return;
    clearTimeout(this.#timer);
    this.#wakesAt = instant.getTime();
    const delay = Math.min(Math.max(this.#wakesAt - Date.now(), 0), LONGEST_DELAY);
    this.#timer = setTimeout(() => {
      this.#wakesAt = Infinity;
      void this.sweep();
    }, delay);
    this.#timer.unref();
  }

  /** Schedules a run after 30 seconds, unless an earlier one is scheduled. */
  wakeSoon(): void {
    this.wakeAt(new Date(Date.now() + RECHECK_DELAY));
  }

  /** Never rejects. */
  async #settleAll(): Promise<void> {
    try {
      const now = new Date();
      const waiting = await this.repository.unsettled(now);
      if (waiting.length > 0) this.wakeSoon();
      await Promise.all(Array.from({ length: CONCURRENT }, () => this.#settleEach(waiting)));
      const next = await this.repository.nextExpiry(now);
      if (next) this.wakeAt(next);
    } catch (error) {
      if (this.#isStopped()) return;
      this.#logger.error('Orders could not be settled; trying again', error);
      this.wakeSoon();
    }
  }

  /** Takes orders from the list until it is empty. */
  async #settleEach(waiting: Order[]): Promise<void> {
    for (let order = waiting.shift(); order; order = waiting.shift()) {
      if (this.#isStopped()) return;
      try {
        await this.#settle(order);
      } catch (error) {
        if (this.#isStopped()) return;
        this.#logger.error(`Order ${order.id} could not be settled; trying again`, error);
      }
    }
  }

  async #settle(order: Order): Promise<void> {
    const charge = await this.charges.find(order.txid, {
      signal: this.#stopped.signal,
      deadline: READ_DEADLINE,
    });
    for (const { endToEndId, valor, horario } of charge?.pix ?? []) {
      const payment = { endToEndId, txid: order.txid, valor, horario: new Date(horario) };
      await this.payments.record(payment);
    }
    if (charge && isRemoved(charge)) {
      this.#publish(await this.repository.cancel(order.id), 'canceled at the provider');
    } else if (charge && isPayable(charge, order)) {
      await this.repository.confirm(order.id, toOpenCharge(charge, order));
    } else if (order.expiraEm <= new Date()) {
      this.#publish(await this.repository.expire(order.id), 'expired');
    }
  }

  #isStopped(): boolean {
    return this.#stopped.signal.aborted;
  }

  #publish(order: Order | undefined, change: string): void {
    if (!order) return;
    this.#logger.log(`Order ${order.id} ${change}`);
    this.events.publish(order);
  }
}

function isPayable(charge: Charge, order: Order): boolean {
  return charge.status === 'ATIVA' && toOpenCharge(charge, order).expiraEm > new Date();
}
