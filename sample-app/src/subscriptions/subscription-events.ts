import { isDeepStrictEqual } from 'node:util';
import { Injectable, Optional } from '@nestjs/common';
import { StatusEvents } from '../orders/order-events.js';
import { ChangeBroadcast } from '../redis/change-broadcast.js';
import { isOpenCharge, isOpenSubscription } from '../transitions/subscription-transition.js';
import type { SubscriptionEvent } from './subscription.view.js';

/** Changes of subscriptions and of their charges. */
@Injectable()
export class SubscriptionEvents extends StatusEvents<SubscriptionEvent> {
  constructor(@Optional() broadcast?: ChangeBroadcast) {
    super();
    broadcast?.share('subscriptions', this);
  }

  protected override isSame(before: SubscriptionEvent, after: SubscriptionEvent): boolean {
    return isDeepStrictEqual(before, after);
  }

  protected override isWaiting({ status, cobrancas }: SubscriptionEvent): boolean {
    return isOpenSubscription(status) || cobrancas.some((charge) => isOpenCharge(charge.status));
  }
}
