import { Module } from '@nestjs/common';
import {
  type PixWebhookAuthentication,
  PixWebhookReceiverModule,
  type PixWebhookReceiverOptions,
} from 'nestjs-pix';
import { BANK, type Bank } from '../bank/bank.js';
import { BankModule } from '../bank/bank.module.js';
import { Database } from '../database/database.js';
import { DatabaseModule } from '../database/database.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PaymentHandler } from './payment.handler.js';
import { WebhookListener } from './webhook-listener.js';
import { WEBHOOK_PATH } from './webhook-path.js';
import { WebhookRegistration } from './webhook-registration.js';

/** Seconds between two searches for payments without a notification. */
const RECONCILE_EVERY = 300;

@Module({
  imports: [
    BankModule,
    OrdersModule,
    PixWebhookReceiverModule.forRootAsync({
      imports: [BankModule, DatabaseModule],
      inject: [BANK, Database],
      useFactory: (bank: Bank, { events, cursor }: Database): PixWebhookReceiverOptions => ({
        path: WEBHOOK_PATH,
        notifications: ['pix'],
        authentication: authentication(bank.webhook),
        verifyWithProvider: true,
        store: events,
        reconciler: { every: RECONCILE_EVERY, cursor, refundLookback: 0 },
      }),
    }),
  ],
  providers: [PaymentHandler, WebhookListener, WebhookRegistration],
})
export class WebhookModule {}

function authentication({ secret, listener }: Bank['webhook']): PixWebhookAuthentication {
  if (!listener) return { ...(secret !== undefined && { secret }) };
  const { ca, subject } = listener;
  return {
    ...(secret !== undefined && { secret }),
    mtls: { ca, ownServer: true, ...(subject !== undefined && { subject }) },
  };
}
