import { type DynamicModule, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { PixErrorInterceptor } from 'nestjs-pix';
import { PixOpenTelemetryModule } from 'nestjs-pix/opentelemetry';
import { AccessModule } from './access/session.guard.js';
import { BackOfficeModule } from './backoffice/backoffice.module.js';
import { BankModule } from './bank/bank.module.js';
import { CatalogueController } from './catalogue/catalogue.controller.js';
import { LedgerModule } from './charges/ledger.module.js';
import { LiveModule } from './charges/live.js';
import { DatabaseModule } from './database/database.js';
import { ReadinessModule } from './health/health.controller.js';
import { PagesModule } from './http/pages.js';
import { RateLimitModule } from './http/rate-limit.js';
import { InvoicesModule } from './invoices/invoices.controller.js';
import { OrdersModule } from './orders/orders.controller.js';
import { RedisModule } from './redis/redis.module.js';
import { type Environment, readSettings } from './settings/read-settings.js';
import { SettingsModule } from './settings/settings.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.controller.js';
import { Telemetry } from './telemetry/telemetry.js';
import { WebhookModule } from './webhook/webhook.module.js';

@Module({})
export class AppModule {
  /** @param env variables instead of those of the process, for tests */
  static forRoot(env?: Environment): DynamicModule {
    // Reads the `.env` files into the variables of the process.
    const settingsModule = SettingsModule.forRoot(env);
    const settings = readSettings(env ?? process.env);
    return {
      module: AppModule,
      imports: [
        settingsModule,
        DatabaseModule,
        RedisModule,
        PagesModule,
        RateLimitModule,
        AccessModule,
        ReadinessModule,
        LiveModule,
        PixOpenTelemetryModule.forRoot(),
        BankModule,
        LedgerModule,
        WebhookModule.forRoot(settings),
        OrdersModule,
        InvoicesModule,
        SubscriptionsModule,
        BackOfficeModule,
      ],
      controllers: [CatalogueController],
      providers: [Telemetry, { provide: APP_INTERCEPTOR, useClass: PixErrorInterceptor }],
    };
  }
}
