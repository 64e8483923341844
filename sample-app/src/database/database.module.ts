import { Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { ShopSettings } from '../settings/settings.js';
import { SETTINGS } from '../settings/settings.module.js';
import { Database } from './database.js';

@Global()
@Module({
  providers: [
    {
      provide: Database,
      inject: [SETTINGS],
      useFactory: (settings: ShopSettings) => Database.open(settings.database),
    },
  ],
  exports: [Database],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(private readonly database: Database) {}

  /** Runs after the HTTP servers have stopped, so that no request loses its database. */
  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
