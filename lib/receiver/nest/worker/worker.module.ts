import { Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import {
  checkAsyncModuleOptions,
  checkModuleOptions,
  toPlainOptions,
} from '../../../options/index.js';
import { EventHandlerExplorer } from '../../dispatch/event-handler.explorer.js';
import { EventHandlerRegistry } from '../../dispatch/event-handler.registry.js';
import { PixWebhookStats } from '../../dispatch/pix-webhook-stats.js';
import { provideDispatcher } from '../provide-dispatcher.js';
import { ReceiverDirectory } from '../receiver.directory.js';
import { WORKER_SETTINGS } from '../tokens.js';
import { QueueWorker } from './queue.worker.js';
import {
  ConfigurableModuleClass,
  MODULE_OPTIONS_TOKEN,
  type ASYNC_OPTIONS_TYPE,
  type OPTIONS_TYPE,
} from './worker.module-definition.js';
import { resolveWorkerSettings } from './worker.settings.js';

/**
 * Runs the handlers of events that `PixWebhookReceiverModule` has put into a queue: in the same
 * application, or in any number of others, which need no HTTP server and no `authentication`.
 *
 * An event whose handlers fail is retried after a growing wait, only by those handlers that have
 * not succeeded. After its last attempt it stays in the queue as a dead letter.
 *
 * On shutdown, the worker finishes its in-flight events in `onModuleDestroy`. Close the
 * dependencies of handlers later, in `onApplicationShutdown`: among modules of one level, Nest
 * destroys the last imported ones first, so a connection that closes in `onModuleDestroy` may be
 * closed too early. The event then fails and is retried.
 *
 * @example
 * ```ts
 * // worker.ts
 * @Module({
 *   imports: [PixWebhookWorkerModule.forRoot({ queue, store })],
 *   providers: [OrdersService], // has @OnPixRecebido() methods
 * })
 * class WorkerModule {}
 *
 * const worker = await NestFactory.createApplicationContext(WorkerModule);
 * worker.enableShutdownHooks();
 * ```
 */
@Module({
  imports: [DiscoveryModule],
  providers: [
    {
      provide: WORKER_SETTINGS,
      useFactory: resolveWorkerSettings,
      inject: [MODULE_OPTIONS_TOKEN],
    },
    EventHandlerRegistry,
    EventHandlerExplorer,
    provideDispatcher(WORKER_SETTINGS, 'PixWebhookWorker'),
    ReceiverDirectory,
    PixWebhookStats,
    QueueWorker,
  ],
  exports: [PixWebhookStats],
})
export class PixWebhookWorkerModule extends ConfigurableModuleClass {
  /** @throws ConfigurationError if the argument is not an object */
  static override forRoot(options: typeof OPTIONS_TYPE): DynamicModule {
    checkModuleOptions('PixWebhookWorkerModule.forRoot', options);
    return super.forRoot(toPlainOptions(options));
  }

  /**
   * @throws ConfigurationError if the argument is not an object, lacks a factory, or has an unknown
   * name
   */
  static override forRootAsync(options: typeof ASYNC_OPTIONS_TYPE): DynamicModule {
    checkAsyncModuleOptions('PixWebhookWorkerModule.forRootAsync', options);
    return super.forRootAsync(options);
  }
}
