import { Module, type OnApplicationShutdown } from '@nestjs/common';
import type { ShopSettings } from '../settings/settings.js';
import { SETTINGS } from '../settings/settings.module.js';
import { BANK, type Bank } from './bank.js';
import { configuredBank } from './configured-bank.js';
import { demoBank } from './demo-bank.js';
import { DemoProvider } from './demo-provider.js';
import { ForkedDemoProvider } from './forked-demo-provider.js';

@Module({
  providers: [
    { provide: DemoProvider, useClass: ForkedDemoProvider },
    {
      provide: BANK,
      inject: [SETTINGS, DemoProvider],
      useFactory: async (settings: ShopSettings, provider: DemoProvider): Promise<Bank> =>
        settings.bank ? configuredBank(settings.bank) : demoBank(await provider.start()),
    },
  ],
  exports: [BANK],
})
export class BankModule implements OnApplicationShutdown {
  constructor(private readonly provider: DemoProvider) {}

  /** Runs after the webhook listener has closed, so that no notification is in flight. */
  async onApplicationShutdown(): Promise<void> {
    await this.provider.stop();
  }
}
