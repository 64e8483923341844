import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR } from '@nestjs/core';
import { PixErrorInterceptor, PixModule } from 'nestjs-pix';
import { BANK, type Bank } from './bank/bank.js';
import { BankModule } from './bank/bank.module.js';
import { CatalogueController } from './catalogue/catalogue.controller.js';
import { DemoController } from './demo/demo.controller.js';
import { OrdersModule } from './orders/orders.module.js';
import { NotFoundFilter } from './page/not-found.filter.js';
import { PageController } from './page/page.controller.js';
import type { Environment } from './settings/environment.js';
import { SettingsModule } from './settings/settings.module.js';
import { WebhookModule } from './webhook/webhook.module.js';

@Module({})
export class AppModule {
  /** @param env variables instead of those of the process, for tests */
  static forRoot(env?: Environment): DynamicModule {
    return {
      module: AppModule,
      imports: [
        SettingsModule.forRoot(env),
        PixModule.forRootAsync({
          isGlobal: true,
          imports: [BankModule],
          inject: [BANK],
          useFactory: (bank: Bank) => bank.pix,
        }),
        BankModule,
        OrdersModule,
        WebhookModule,
      ],
      controllers: [PageController, CatalogueController, DemoController],
      providers: [
        { provide: APP_INTERCEPTOR, useClass: PixErrorInterceptor },
        { provide: APP_FILTER, useClass: NotFoundFilter },
      ],
    };
  }
}
