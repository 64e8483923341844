import { Module } from '@nestjs/common';
import { BankModule } from '../bank/bank.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { StreamLimits } from '../limits/stream-limits.js';
import { OrdersModule } from '../orders/orders.module.js';
import { ChargeSettlement } from './charge-settlement.js';
import { RecurrenceSettlement } from './recurrence-settlement.js';
import { RecurrencesService } from './recurrences.service.js';
import { RecurringChargesService } from './recurring-charges.service.js';
import { SubscriptionChargesRepository } from './subscription-charges.repository.js';
import { SubscriptionEvents } from './subscription-events.js';
import { SubscriptionNotifications } from './subscription-notifications.js';
import { SubscriptionPageController } from './subscription-page.controller.js';
import { SubscriptionSettlement } from './subscription-settlement.js';
import { SubscriptionsController } from './subscriptions.controller.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { SubscriptionsService } from './subscriptions.service.js';

@Module({
  imports: [BankModule, DatabaseModule, OrdersModule],
  controllers: [SubscriptionPageController, SubscriptionsController],
  providers: [
    ChargeSettlement,
    RecurrenceSettlement,
    RecurrencesService,
    RecurringChargesService,
    StreamLimits,
    SubscriptionChargesRepository,
    SubscriptionEvents,
    SubscriptionNotifications,
    SubscriptionSettlement,
    SubscriptionsRepository,
    SubscriptionsService,
  ],
  exports: [SubscriptionNotifications, SubscriptionsService],
})
export class SubscriptionsModule {}
