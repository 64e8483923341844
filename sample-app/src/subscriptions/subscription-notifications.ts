import { Injectable } from '@nestjs/common';
import type { CompleteIn, ConfirmedPayment } from '../orders/orders.repository.js';
import { ChargeSettlement } from './charge-settlement.js';
import { RecurrencesService } from './recurrences.service.js';
import { RecurringChargesService } from './recurring-charges.service.js';
import { SubscriptionChargesRepository } from './subscription-charges.repository.js';
import { SubscriptionEvents } from './subscription-events.js';
import { SubscriptionSettlement } from './subscription-settlement.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

/** Applies notifications to subscriptions. What a notification claims is read from the bank first. */
@Injectable()
export class SubscriptionNotifications {
  constructor(
    private readonly repository: SubscriptionsRepository,
    private readonly charges: SubscriptionChargesRepository,
    private readonly recurrences: RecurrencesService,
    private readonly recurring: RecurringChargesService,
    private readonly chargeSettlement: ChargeSettlement,
    private readonly settlement: SubscriptionSettlement,
    private readonly events: SubscriptionEvents,
  ) {}

  /** @param complete marks the webhook event as handled, in the transaction of the change */
  async recurrenceChanged(idRec: string, complete?: CompleteIn): Promise<void> {
    const found = await this.recurrences.find(idRec);
    if (!found) return;
    const changed = await this.repository.apply(found, complete);
    if (!changed) return;
    this.events.publishId(changed.id);
    this.settlement.wakeNow();
  }

  /** @param complete marks the webhook event as handled, in the transaction of the change */
  async chargeChanged(txid: string, complete?: CompleteIn): Promise<void> {
    const charge = await this.charges.findByTxid(txid);
    const found = charge && (await this.recurring.find(txid));
    if (!found) return;
    const recorded = await this.chargeSettlement.record(charge, found, complete);
    this.events.publishId(charge.subscriptionId);
    if (recorded?.state.needsRetry === true) this.settlement.wakeNow();
  }

  /**
   * Records a payment that the bank has confirmed, if it belongs to a subscription.
   *
   * @param complete marks the webhook event as handled, in the same transaction
   * @returns whether it belongs to one
   */
  async paymentReceived(payment: ConfirmedPayment, complete: CompleteIn): Promise<boolean> {
    const charge = await this.charges.pay(payment, complete);
    if (charge) this.events.publishId(charge.subscriptionId);
    return charge !== undefined;
  }
}
