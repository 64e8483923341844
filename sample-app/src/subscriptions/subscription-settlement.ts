import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { BANK, type Bank } from '../bank/bank.js';
import { type RunOutcome, SettlementTimer } from '../settlement/settlement-timer.js';
import { ChargeSettlement } from './charge-settlement.js';
import { RecurrenceSettlement } from './recurrence-settlement.js';
import { SubscriptionChargesRepository } from './subscription-charges.repository.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

/**
 * Settles subscriptions and their charges by reading them from the bank, creates the charge of each month, and requests
 * further attempts. Each row names the instant at which it is due (`conferirEm`); a row that fails stays due.
 *
 * It runs at the start, every minute, when the next row is due, and 30 seconds after a failure. All processes of the shop
 * take part, one at a time; a notification may change a row meanwhile, so every step is guarded in SQL.
 */
@Injectable()
export class SubscriptionSettlement implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('SubscriptionSettlement');
  readonly #timer = new SettlementTimer('subscriptions', () => this.#settleAll());

  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly charges: SubscriptionChargesRepository,
    private readonly recurrenceSettlement: RecurrenceSettlement,
    private readonly chargeSettlement: ChargeSettlement,
    @Inject(BANK) private readonly bank: Bank,
  ) {}

  /** Does not wait for the first run, so that the shop starts even if the bank is unavailable. */
  onApplicationBootstrap(): void {
    if (this.bank.conta) this.wakeAt(new Date());
  }

  async onModuleDestroy(): Promise<void> {
    await this.#timer.stop();
  }

  /** Settles what is due now and schedules the next run. Runs do not overlap. */
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
      const ran = await this.subscriptions.settleExclusively(() => this.#settleDue());
      if (!ran) this.#timer.wakeWhenFree();
      await this.#scheduleNext();
      return ran ? 'done' : 'busy';
    } catch (error) {
      if (this.#isStopped()) return 'stopped';
      this.#logger.error('Subscriptions could not be settled; trying again', error);
      this.wakeSoon();
      return 'failed';
    }
  }

  /** Charges come second, because an approval makes the first one due. */
  async #settleDue(): Promise<void> {
    await this.#settleEach(await this.subscriptions.due(new Date()), (row) =>
      this.recurrenceSettlement.settle(row, this.#timer.request),
    );
    await this.#settleEach(await this.charges.due(new Date()), (row) =>
      this.chargeSettlement.settle(row, this.#timer.request),
    );
  }

  async #settleEach<Row extends { readonly id: string }>(
    rows: readonly Row[],
    settle: (row: Row) => Promise<void>,
  ): Promise<void> {
    await this.#timer.settleEach(rows, settle, ({ id }, error) =>
      this.#logger.error(`${id} could not be settled; trying again`, error),
    );
  }

  /** Rows that are still due have failed, or wait for an earlier request: they wait for the next run. */
  async #scheduleNext(): Promise<void> {
    const instants = [await this.subscriptions.nextDue(), await this.charges.nextDue()];
    for (const instant of instants) {
      if (!instant) continue;
      if (instant <= new Date()) this.wakeSoon();
      else this.wakeAt(instant);
    }
  }

  #isStopped(): boolean {
    return this.#timer.signal.aborted;
  }
}
