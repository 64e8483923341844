import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  Module,
  type DynamicModule,
} from '@nestjs/common';
import { DiscoveryService, DiscoveryModule } from '@nestjs/core';
import { PIX_TELEMETRY } from '../observe/index.js';
import {
  listInstances,
  RECEIVER_SETTINGS,
  WORKER_SETTINGS,
  type ReceiverSettings,
  type WorkerSettings,
} from '../receiver/index.js';
import { observeReceivers, receiverGauges } from './gauges.js';
import { OpenTelemetry, type PixOpenTelemetryOptions } from './open-telemetry.js';

/** The gauges of the receivers and workers of the application: queue, lag and dead letters of the reconciler. */
@Injectable()
export class ReceiverGauges implements OnApplicationBootstrap {
  constructor(
    @Inject(PIX_TELEMETRY) private readonly telemetry: OpenTelemetry,
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
  ) {}

  onApplicationBootstrap(): void {
    const receivers = listInstances<ReceiverSettings>(this.discovery, RECEIVER_SETTINGS);
    const workers = listInstances<WorkerSettings>(this.discovery, WORKER_SETTINGS);
    this.telemetry.addGauges((instruments) =>
      instruments.watch(receiverGauges, (observe) => observeReceivers(receivers, workers, observe)),
    );
    this.telemetry.start();
  }
}

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
