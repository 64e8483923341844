import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  Module,
  type DynamicModule,
} from '@nestjs/common';
import { DiscoveryService, DiscoveryModule } from '@nestjs/core';
import type { ObservableResult } from '@opentelemetry/api';
import { PIX_TELEMETRY } from '../observe/index.js';
import {
  DEFAULT_RECEIVER,
  RECEIVER_SETTINGS,
  WORKER_SETTINGS,
  type PixEventQueue,
  type ReceiverSettings,
  type WorkerSettings,
} from '../receiver/index.js';
import { systemRuntime } from '../runtime/index.js';
import { pixAttributes } from './metrics.js';
import { OpenTelemetry, type PixOpenTelemetryOptions } from './open-telemetry.js';

/** Names of the states of queued events in metrics. */
const STATES = {
  waiting: 'waiting',
  running: 'running',
  delayed: 'delayed',
  deadLetters: 'dead_letter',
} as const;

/** The gauges of the receivers and workers of the application: queue, lag and dead letters of the reconciler. */
@Injectable()
export class ReceiverGauges implements OnApplicationBootstrap {
  constructor(
    @Inject(PIX_TELEMETRY) private readonly telemetry: OpenTelemetry,
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
  ) {}

  onApplicationBootstrap(): void {
    const receivers = this.#listInstances<ReceiverSettings>(RECEIVER_SETTINGS);
    const workers = this.#listInstances<WorkerSettings>(WORKER_SETTINGS);
    const queues = listQueues(receivers, workers);
    // Tenants have no cursor.
    const reconciled = receivers.filter(
      ({ reconciler, hasTenants }) => reconciler.every !== undefined && !hasTenants,
    );
    this.telemetry.addGauges((instruments) => {
      if (queues.size > 0) instruments.watch('queueEvents', (result) => readQueues(queues, result));
      if (reconciled.length > 0) {
        instruments.watch('reconcilerLag', (result) => readLags(reconciled, result));
      }
      if (receivers.length > 0) {
        instruments.watch('reconcilerDeadLetters', (result) => readDeadLetters(receivers, result));
      }
    });
    this.telemetry.start();
  }

  #listInstances<T>(wanted: symbol): T[] {
    const wrappers = this.discovery.getProviders().filter(({ token }) => token === wanted);
    return wrappers.map(({ instance }) => instance as T);
  }
}

/** Lists each queue once, with the name of its receiver. */
function listQueues(
  receivers: readonly ReceiverSettings[],
  workers: readonly WorkerSettings[],
): ReadonlyMap<PixEventQueue, string> {
  const queues = new Map<PixEventQueue, string>();
  for (const { queue, receivers: names } of workers) {
    queues.set(queue, names?.length === 1 ? (names[0] ?? DEFAULT_RECEIVER) : DEFAULT_RECEIVER);
  }
  for (const { queue, name } of receivers) if (queue) queues.set(queue, name);
  return queues;
}

/** A queue that cannot be counted now is left out. */
async function readQueues(
  queues: ReadonlyMap<PixEventQueue, string>,
  result: ObservableResult,
): Promise<void> {
  for (const [queue, receiver] of queues) {
    const counts = await readOrSkip(() => queue.count?.());
    if (!counts) continue;
    for (const [key, state] of Object.entries(STATES)) {
      const attributes = {
        [pixAttributes.receiver]: receiver,
        [pixAttributes.queueState]: state,
      };
      result.observe(counts[key as keyof typeof STATES], attributes);
    }
  }
}

/** A cursor that was never saved, or cannot be read now, is left out. */
async function readLags(
  receivers: readonly ReceiverSettings[],
  result: ObservableResult,
): Promise<void> {
  for (const { name, reconciler } of receivers) {
    const saved = await readOrSkip(async () => (await reconciler.cursor.load())?.getTime());
    if (saved === undefined || Number.isNaN(saved)) continue;
    const lag = Math.max(0, systemRuntime.now() - saved) / 1000;
    result.observe(lag, { [pixAttributes.receiver]: name });
  }
}

/** A cursor that stores no dead letters, or cannot be read now, is left out. */
async function readDeadLetters(
  receivers: readonly ReceiverSettings[],
  result: ObservableResult,
): Promise<void> {
  for (const { name, reconciler } of receivers) {
    const letters = await readOrSkip(() => reconciler.cursor.deadLetters?.());
    if (letters) result.observe(letters.length, { [pixAttributes.receiver]: name });
  }
}

/** Returns `undefined` if the reading fails, synchronously or not. */
async function readOrSkip<T>(read: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
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
