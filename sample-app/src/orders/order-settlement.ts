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

/** The longest delay that setTimeout keeps; a later expiry is found by the look after that. */
const LONGEST_DELAY = 2_147_483_647;

/** Milliseconds until orders that could not be settled are looked at again. */
const RECHECK_DELAY = 30_000;

/** How many charges are read at a time, and the seconds that one read may take. */
const CONCURRENT = 4;
const READ_DEADLINE = 10;

/**
 * Settles the pending orders whose state only the provider knows: those whose time has come, and
 * those whose charge was being created or cancelled when a request failed or the process ended.
 *
 * It runs at the start, at the next expiry in the database and, while an order cannot be settled,
 * every 30 seconds. An order only ends as `EXPIRADO` after the provider was asked: it may be paid
 * without the shop having heard of it.
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

  /** Does not keep the shop closed while the provider is away. */
  onApplicationBootstrap(): void {
    this.wakeAt(new Date());
  }

  async onModuleDestroy(): Promise<void> {
    this.#stopped.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Settles what can be settled now, then plans the next look. Runs follow one another. */
  sweep(): Promise<void> {
    this.#running = this.#running.then(() => this.#settleAll());
    return this.#running;
  }

  /** Makes sure that the next run is no later than at `instant`. */
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

  /** Makes sure that there is another run soon. */
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
      this.#tell(await this.repository.cancel(order.id), 'cancelled at the provider');
    } else if (charge && isPayable(charge, order)) {
      await this.repository.confirm(order.id, toOpenCharge(charge, order));
    } else if (order.expiraEm <= new Date()) {
      this.#tell(await this.repository.expire(order.id), 'expired');
    }
  }

  #isStopped(): boolean {
    return this.#stopped.signal.aborted;
  }

  #tell(order: Order | undefined, what: string): void {
    if (!order) return;
    this.#logger.log(`Order ${order.id} ${what}`);
    this.events.publish(order);
  }
}

function isPayable(charge: Charge, order: Order): boolean {
  return charge.status === 'ATIVA' && toOpenCharge(charge, order).expiraEm > new Date();
}
