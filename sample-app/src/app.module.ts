import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR } from '@nestjs/core';
import { PixErrorInterceptor, PixModule } from 'nestjs-pix';
import { PixOpenTelemetryModule } from 'nestjs-pix/opentelemetry';
import { BackOfficeModule } from './backoffice/backoffice.module.js';
import { BANK } from './bank/bank.js';
import { BankModule } from './bank/bank.module.js';
import { CatalogueController } from './catalogue/catalogue.controller.js';
import { DemoSubscriptionsController } from './demo/demo-subscriptions.controller.js';
import { DemoController } from './demo/demo.controller.js';
import { InvoicesModule } from './invoices/invoices.module.js';
import { TelemetryModule } from './metrics/telemetry.module.js';
import { OrdersModule } from './orders/orders.module.js';
import { NotFoundFilter } from './page/not-found.filter.js';
import { PageController } from './page/page.controller.js';
import { PagesModule } from './page/pages.module.js';
import { RequestDrainModule } from './page/request-drain.module.js';
import { REDIS } from './redis/connection.js';
import { RedisModule } from './redis/redis.module.js';
import { sharedPixOptions } from './redis/shared-pix-options.js';
import type { Environment } from './settings/environment.js';
import { readSettings } from './settings/read-settings.js';
import { SETTINGS, SettingsModule } from './settings/settings.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';
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
        RedisModule,
        PixOpenTelemetryModule.forRoot(),
        PixModule.forRootAsync({
          isGlobal: true,
          imports: [BankModule],
          inject: [BANK, SETTINGS, REDIS],
          useFactory: sharedPixOptions,
        }),
        BankModule,
        PagesModule,
        OrdersModule,
        InvoicesModule,
        SubscriptionsModule,
        WebhookModule.forRoot(settings),
        BackOfficeModule,
        RequestDrainModule,
        TelemetryModule,
      ],
      controllers: [
        PageController,
        CatalogueController,
        DemoController,
        DemoSubscriptionsController,
      ],
      providers: [
        { provide: APP_INTERCEPTOR, useClass: PixErrorInterceptor },
        { provide: APP_FILTER, useClass: NotFoundFilter },
      ],
    };
  }
}
