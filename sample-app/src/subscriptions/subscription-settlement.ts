import { Inject, Injectable } from '@nestjs/common';
import { BANK, type Bank } from '../bank/bank.js';
import { Settlement } from '../settlement/settlement.js';
import { ChargeSettlement } from './charge-settlement.js';
import { RecurrenceSettlement } from './recurrence-settlement.js';
import { SubscriptionChargesRepository } from './subscription-charges.repository.js';
import { SubscriptionEvents } from './subscription-events.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

/**
 * Settles subscriptions and their charges by reading them from the bank, creates the charge of each month, and requests
 * further attempts. Each row names the instant at which it is due (`conferirEm`); a row that fails stays due. A
 * notification may change a row meanwhile, so every step is guarded in SQL.
 */
@Injectable()
export class SubscriptionSettlement extends Settlement {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly charges: SubscriptionChargesRepository,
    private readonly recurrenceSettlement: RecurrenceSettlement,
    private readonly chargeSettlement: ChargeSettlement,
    private readonly events: SubscriptionEvents,
    @Inject(BANK) private readonly bank: Bank,
  ) {
    super('subscriptions');
  }

  /** A bank without `conta` has no subscriptions. */
  override onApplicationBootstrap(): void {
    if (this.bank.conta) super.onApplicationBootstrap();
  }

  protected settleExclusively(settle: () => Promise<void>): Promise<boolean> {
    return this.subscriptions.settleExclusively(settle);
  }

  /** Charges come second, because an approval makes the first one due. */
  protected async settleDue(now: Date): Promise<void> {
    await this.settleEach(
      await this.subscriptions.due(now),
      async (row) => {
        await this.recurrenceSettlement.settle(row, this.request);
        this.events.publishId(row.id);
      },
      ({ id }) => `Subscription ${id}`,
    );
    await this.settleEach(
      await this.charges.due(new Date()),
      async (row) => {
        await this.chargeSettlement.settle(row, this.request);
        this.events.publishId(row.subscriptionId);
      },
      ({ id }) => `Charge ${id}`,
    );
  }

  /** A row that is still due has failed, or waits for an earlier request. */
  protected async findNextDue(): Promise<readonly (Date | undefined)[]> {
    return [await this.subscriptions.nextDue(), await this.charges.nextDue()];
  }
}
