import { type DynamicModule, Module } from '@nestjs/common';
import {
  type PixWebhookAuthentication,
  PixWebhookReceiverModule,
  type PixWebhookReceiverOptions,
  PixWebhookWorkerModule,
  type PixWebhookWorkerOptions,
} from 'nestjs-pix';
import type { BullMqEventQueue } from 'nestjs-pix/bullmq';
import { BANK, type Bank } from '../bank/bank.js';
import { BankModule } from '../bank/bank.module.js';
import { Database } from '../database/database.js';
import { DatabaseModule } from '../database/database.module.js';
import { InvoicesModule } from '../invoices/invoices.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { EVENT_QUEUE } from '../redis/redis.module.js';
import { RefundsModule } from '../refunds/refunds.module.js';
import type { ShopSettings } from '../settings/settings.js';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { DeliveryLog } from './delivery-log.js';
import { DeliveryReplay } from './delivery-replay.js';
import { PaymentHandler } from './payment.handler.js';
import { RefundHandler } from './refund.handler.js';
import { SubscriptionHandler } from './subscription.handler.js';
import { WebhookListener } from './webhook-listener.js';
import { WEBHOOK_PATH } from './webhook-path.js';
import { WebhookRegistration } from './webhook-registration.js';

/** Seconds between two searches for payments and refunds without a notification. */
const RECONCILE_EVERY = 300;

/** Age in seconds of the payments whose refunds are searched: people may also refund at the bank. */
const REFUND_LOOKBACK = 7 * 86_400;

/**
 * Receives notifications and runs their handlers. With Redis, processes that serve the webhook put events into a queue, and
 * workers handle them.
 */
@Module({})
export class WebhookModule {
  static forRoot({ role, redis }: Pick<ShopSettings, 'role' | 'redis'>): DynamicModule {
    const isWeb = role !== 'worker';
    const isWorker = redis !== undefined && role !== 'web';
    return {
      module: WebhookModule,
      // The back office repeats deliveries.
      global: true,
      imports: [
        BankModule,
        DatabaseModule,
        OrdersModule,
        InvoicesModule,
        RefundsModule,
        SubscriptionsModule,
        ...(isWeb ? [receiver] : []),
        ...(isWorker ? [worker] : []),
      ],
      providers: [
        PaymentHandler,
        RefundHandler,
        SubscriptionHandler,
        DeliveryLog,
        DeliveryReplay,
        ...(isWeb ? [WebhookListener, WebhookRegistration] : []),
      ],
      exports: [DeliveryReplay],
    };
  }
}

const receiver = PixWebhookReceiverModule.forRootAsync({
  imports: [BankModule, DatabaseModule],
  inject: [BANK, Database, EVENT_QUEUE],
  useFactory: (
    bank: Bank,
    { events, cursor }: Database,
    queue: BullMqEventQueue | null,
  ): PixWebhookReceiverOptions => ({
    path: WEBHOOK_PATH,
    notifications: ['pix', 'rec', 'cobr'],
    authentication: authentication(bank.webhook),
    verifyWithProvider: true,
    store: events,
    reconciler: { every: RECONCILE_EVERY, cursor, refundLookback: REFUND_LOOKBACK },
    ...(queue && { queue }),
  }),
});

const worker = PixWebhookWorkerModule.forRootAsync({
  imports: [DatabaseModule],
  inject: [Database, EVENT_QUEUE],
  useFactory: ({ events }: Database, queue: BullMqEventQueue): PixWebhookWorkerOptions => ({
    store: events,
    queue,
  }),
});

function authentication({ secret, listener }: Bank['webhook']): PixWebhookAuthentication {
  if (!listener) return { ...(secret !== undefined && { secret }) };
  const { ca, subject } = listener;
  return {
    ...(secret !== undefined && { secret }),
    mtls: { ca, ownServer: true, ...(subject !== undefined && { subject }) },
  };
}
