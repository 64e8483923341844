import { Module } from '@nestjs/common';
import { PixHealthModule } from 'nestjs-pix/terminus';
import { DatabaseModule } from '../database/database.module.js';
import { InvoicesModule } from '../invoices/invoices.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { RequestDrainModule } from '../page/request-drain.module.js';
import { RefundsModule } from '../refunds/refunds.module.js';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { AccessModule } from './access/access.module.js';
import { AuditSettlement } from './audit/audit-settlement.js';
import { DeadLettersController } from './deliveries/dead-letters.controller.js';
import { DeliveriesController } from './deliveries/deliveries.controller.js';
import { AdminHealthController } from './health/admin-health.controller.js';
import { ProbesController } from './health/probes.controller.js';
import { ReadinessService } from './health/readiness.service.js';
import { AdminInvoicesController } from './invoices/admin-invoices.controller.js';
import { InvoiceList } from './invoices/invoice-list.js';
import { AdminOrdersController } from './orders/admin-orders.controller.js';
import { OrderList } from './orders/order-list.js';
import { PaymentRefundsController } from './payment-refunds.controller.js';
import { AdminPaymentsController } from './payments/admin-payments.controller.js';
import { StatisticsController } from './statistics/statistics.controller.js';
import { StatisticsService } from './statistics/statistics.service.js';
import { AdminSubscriptionsController } from './subscriptions/admin-subscriptions.controller.js';
import { SubscriptionDetails } from './subscriptions/subscription-details.js';
import { TasksController } from './tasks.controller.js';

@Module({
  imports: [
    AccessModule,
    DatabaseModule,
    InvoicesModule,
    OrdersModule,
    PixHealthModule,
    RefundsModule,
    RequestDrainModule,
    SubscriptionsModule,
  ],
  controllers: [
    TasksController,
    AdminInvoicesController,
    AdminOrdersController,
    AdminPaymentsController,
    PaymentRefundsController,
    AdminSubscriptionsController,
    DeliveriesController,
    DeadLettersController,
    StatisticsController,
    AdminHealthController,
    ProbesController,
  ],
  providers: [
    InvoiceList,
    OrderList,
    StatisticsService,
    SubscriptionDetails,
    ReadinessService,
    AuditSettlement,
  ],
})
export class BackOfficeModule {}
