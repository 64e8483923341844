import { Module } from '@nestjs/common';
import { PixWebhookReceiverModule, type PixWebhookReceiverOptions } from 'nestjs-pix';
import { BANK, type Bank } from '../bank/bank.js';
import { BankModule } from '../bank/bank.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PaymentHandler } from './payment.handler.js';
import { WebhookListener } from './webhook-listener.js';
import { WEBHOOK_PATH } from './webhook-path.js';
import { WebhookRegistration } from './webhook-registration.js';

@Module({
  imports: [
    BankModule,
    OrdersModule,
    PixWebhookReceiverModule.forRootAsync({
      imports: [BankModule],
      inject: [BANK],
      useFactory: ({ webhook: { secret, listener } }: Bank): PixWebhookReceiverOptions => ({
        path: WEBHOOK_PATH,
        notifications: ['pix'],
        authentication: {
          ...(secret !== undefined && { secret }),
          ...(listener && { mtls: { ca: listener.ca, ownServer: true } }),
        },
      }),
    }),
  ],
  providers: [PaymentHandler, WebhookListener, WebhookRegistration],
})
export class WebhookModule {}
