import { Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DatabaseModule } from '../database/database.module.js';
import { ShopGauges } from './shop-gauges.js';

/** What `main` started before the application, and what ends with it. */
@Injectable()
export class Telemetry implements OnApplicationShutdown {
  readonly #ends: (() => Promise<void>)[] = [];

  /** @param end called when the application has stopped; a failure is ignored */
  endWith(end: () => Promise<void>): void {
    this.#ends.push(end);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled(this.#ends.map((end) => end()));
  }
}

/** The metrics and traces of the shop. */
@Module({
  imports: [DatabaseModule],
  providers: [ShopGauges, Telemetry],
})
export class TelemetryModule {}
