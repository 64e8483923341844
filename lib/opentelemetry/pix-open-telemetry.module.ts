import { Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { PIX_TELEMETRY } from '../telemetry/index.js';
import { OpenTelemetry, type PixOpenTelemetryOptions } from './open-telemetry.js';
import { ReceiverGauges } from './receiver-gauges.js';

/**
 * Reports the accounts, receivers and workers of the application to OpenTelemetry: spans and metrics.
 * Import it once, in the root module. Without an SDK it has no effect.
 *
 * @example
 * ```ts
 * @Module({ imports: [PixOpenTelemetryModule.forRoot(), PixModule.forRoot(options)] })
 * class AppModule {}
 * ```
 */
@Module({})
export class PixOpenTelemetryModule {
  /** @throws ConfigurationError if an option is unknown or invalid */
  static forRoot(options: PixOpenTelemetryOptions = {}): DynamicModule {
    const telemetry = new OpenTelemetry(options);
    return {
      module: PixOpenTelemetryModule,
      global: true,
      imports: [DiscoveryModule],
      providers: [{ provide: PIX_TELEMETRY, useValue: telemetry }, ReceiverGauges],
      exports: [PIX_TELEMETRY],
    };
  }
}
