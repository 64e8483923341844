import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { OrderEvents } from './order-events.js';
import { OrdersRepository } from './orders.repository.js';

/** The longest delay that setTimeout keeps; a later expiry is found by the look after that. */
const LONGEST_DELAY = 2_147_483_647;
const RETRY_DELAY = 1_000;

/** Expires orders on time with one timer, which is set to the next expiry in the database. */
@Injectable()
export class OrderExpiry implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('OrderExpiry');
  private timer: NodeJS.Timeout | undefined;
  private wakesAt = Infinity;
  private stopped = false;

  constructor(
    private readonly repository: OrdersRepository,
    private readonly events: OrderEvents,
  ) {}

  /** Also finds the orders that expired while the application was down. */
  async onApplicationBootstrap(): Promise<void> {
    await this.sweep();
  }

  onModuleDestroy(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** Expires what is due now, then sleeps until the next one. */
  async sweep(): Promise<void> {
    for (const order of await this.repository.expire(new Date())) {
      this.logger.log(`Order ${order.id} expired`);
      this.events.publish(order);
    }
    const next = await this.repository.nextExpiry();
    if (next) this.wakeAt(next);
  }

  /** Makes sure that the timer fires no later than at `instant`. */
  wakeAt(instant: Date): void {
    if (this.stopped || instant.getTime() >= this.wakesAt) return;
    clearTimeout(this.timer);
    this.wakesAt = instant.getTime();
    const delay = Math.min(Math.max(this.wakesAt - Date.now(), 0), LONGEST_DELAY);
    this.timer = setTimeout(() => void this.wake(), delay);
    this.timer.unref();
  }

  private async wake(): Promise<void> {
    this.wakesAt = Infinity;
    try {
      await this.sweep();
    } catch (error) {
      if (this.stopped) return;
      this.logger.error('Orders could not be expired; trying again', error);
      this.wakeAt(new Date(Date.now() + RETRY_DELAY));
    }
  }
}
