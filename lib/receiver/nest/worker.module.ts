// The module of a worker: takes events from a queue to their handlers.

import {
  type ConfigurableModuleAsyncOptions,
  ConfigurableModuleBuilder,
  type DynamicModule,
  Inject,
  Injectable,
  Logger,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
  Optional,
} from '@nestjs/common';
import { DiscoveryModule, ModuleRef } from '@nestjs/core';
import { ConfigurationError, isObject, toErrorText, toLogLine } from '../../errors/index.js';
import {
  observe,
  PIX_TELEMETRY,
  type PixProcessActivity,
  type PixTelemetry,
} from '../../observe/index.js';
import {
  anyFunction,
  checkAsyncModuleOptions,
  checkModuleOptions,
  choose,
  flag,
  listOf,
  objectOf,
  OptionChecker,
  text,
  toPlainOptions,
  valueOr,
} from '../../options/index.js';
import { systemRuntime } from '../../runtime/index.js';
import { EventDispatcher } from '../dispatch/event.dispatcher.js';
import {
  EventHandlerExplorer,
  globalEnhancersRule,
  type PixEnhancerKind,
  resolveGlobalEnhancers,
} from '../dispatch/handler.explorer.js';
import {
  EventHandlerRegistry,
  eventLogRule,
  type PixEventErrorListener,
  type PixEventLogOptions,
} from '../dispatch/handlers.js';
import { PixWebhookStats } from '../dispatch/outcomes.js';
import {
  DEFAULT_RECEIVER,
  isName,
  NAME_RULE,
  type PixEvent,
  toEventLabels,
  toLogKey,
} from '../events.js';
import { ProviderVerifier, type Verified } from '../provider/provider-verifier.js';
import type { PixRecebidosSource } from '../provider/reconciliation.js';
import {
  type PixEventQueue,
  type PixQueuedEvent,
  type PixQueueVerdict,
  queueRule,
} from '../queue.js';
import { type PixEventStore, storeRule, warnAboutInMemoryStore } from '../stores/event-store.js';
import { locateRecebidos, ReceiverDirectory } from './receiver.module.js';
import { WORKER_SETTINGS } from './receiver.options.js';

type FindRecebidos = (
  receiver: string,
  tenant: string | undefined,
) => PixRecebidosSource | Promise<PixRecebidosSource>;

export interface PixWebhookWorkerOptions {
  /** The queue into which `PixWebhookReceiverModule` puts events, in this process or in another. */
  queue: PixEventQueue;
  /**
   * Records which handler has completed which event. All workers must share it: a
   * `PostgresEventStore`, a `RedisEventStore` or your own implementation.
   */
  store: PixEventStore;
  /**
   * The names of the receivers whose events the queue holds. Required if a handler is bound to a
   * receiver of another application, so that a wrong name is detected at startup. Default: the
   * receivers of this application.
   */
  receivers?: readonly string[] | undefined;
  /**
   * Reads each queued Pix back from the provider before a handler runs, and passes the provider's
   * version to the handler, as the receiver's option of this name does before the queue: a Pix that
   * was changed in the queue then reaches no handler. Statuses of charges and recurrences are not
   * read: only `encryptionKey` of the queue protects those. An event that contradicts the provider, or whose Pix it does
   * not have or cannot read now, is retried, and becomes a dead letter. `true` reads from the
   * `PixModule` with the name of the event's receiver; a function returns the source of each
   * receiver and tenant. Default: false.
   */
  verifyWithProvider?: boolean | FindRecebidos | undefined;
  /**
   * Called after a handler has failed, for example to report the error to a service for errors. Default:
   * none; failures are logged in any case.
   */
  onError?: PixEventErrorListener | undefined;
  /**
   * The log line for each event that was handled, queued or is a duplicate: `{ success: 'debug' }`.
   * Default: none; failures are logged in any case.
   */
  log?: PixEventLogOptions | undefined;
  /**
   * Whether the application's global guards, interceptors and exception filters run around handlers as
   * well: see `PixWebhookReceiverOptions.useGlobalEnhancers`. Default: `false`.
   */
  useGlobalEnhancers?: boolean | readonly PixEnhancerKind[] | undefined;
}

/**
 * Implemented by the class given as `useClass` or `useExisting` to
 * `PixWebhookWorkerModule.forRootAsync`.
 */
export interface PixWebhookWorkerOptionsFactory {
  createPixWebhookWorkerOptions(): PixWebhookWorkerOptions | Promise<PixWebhookWorkerOptions>;
}

/** The rule of the options. `null` counts as missing. */
const workerRule = objectOf<PixWebhookWorkerOptions>({
  queue: valueOr([null], queueRule),
  store: valueOr([null], storeRule),
  receivers: listOf('a list of receiver names', text),
  verifyWithProvider: choose((value) => typeof value === 'function', anyFunction, flag),
  onError: anyFunction,
  log: eventLogRule,
  useGlobalEnhancers: globalEnhancersRule,
});

/** The checked options. */
export interface WorkerSettings extends Omit<PixWebhookWorkerOptions, 'useGlobalEnhancers'> {
  readonly globalEnhancers: readonly PixEnhancerKind[];
}

/**
 * @throws ConfigurationError that lists missing and invalid options: JavaScript callers can omit
 * any
 */
export function resolveWorkerSettings(options: Partial<PixWebhookWorkerOptions>): WorkerSettings {
  const checker = new OptionChecker('PixWebhookWorkerModule');
  if (!checker.shape(options, workerRule)) checker.throwIfAny();
  const { useGlobalEnhancers, ...complete } = options;
  const { queue, store, receivers } = complete;
  const missing = [!queue && 'queue', !store && 'store (shared by all workers)'].filter(Boolean);
  checker.require(missing.length === 0, `missing options: ${missing.join(', ')}`);
  checker.require(
    receivers === undefined || receivers.every(isName),
    `receivers must be a list of receiver names (${NAME_RULE})`,
  );
  checker.throwIfAny();
  const globalEnhancers = resolveGlobalEnhancers(useGlobalEnhancers);
  return { ...complete, globalEnhancers } as WorkerSettings;
}

/**
 * Takes events from the queue after the application has started, and passes them to its handlers.
 * @internal
 */
@Injectable()
class QueueWorker
  implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown
{
  readonly #logger = new Logger('PixWebhookWorker');
  readonly #registry = new EventHandlerRegistry();
  readonly #dispatcher: EventDispatcher;
  readonly #verifier = new ProviderVerifier();
  #stop: (() => Promise<void>) | undefined;

  constructor(
    @Inject(WORKER_SETTINGS) private readonly settings: WorkerSettings,
    private readonly directory: ReceiverDirectory,
    private readonly modules: ModuleRef,
    stats: PixWebhookStats,
    @Optional() @Inject(PIX_TELEMETRY) private readonly telemetry?: PixTelemetry,
  ) {
    const options = { ...settings, context: 'PixWebhookWorker', telemetry };
    this.#dispatcher = new EventDispatcher(this.#registry, options, stats);
  }

  async onModuleInit(): Promise<void> {
    this.#registry.fill(this.directory.findHandlers(this.settings));
    if (this.settings.verifyWithProvider === true) {
      for (const receiver of this.directory.listNames()) this.#locate(receiver);
    }
    warnAboutInMemoryStore(this.settings.store, this.#logger);
    await this.settings.queue.open?.();
  }

  async onApplicationBootstrap(): Promise<void> {
    const ids = this.#registry.ids();
    if (ids.length === 0) {
      // Without a handler, an event taken from the queue would be lost.
      this.#logger.warn(
        'No method is decorated to handle Pix events: no events are taken from the queue',
      );
      return;
    }
    this.#stop = await this.settings.queue.work((event) => this.#handle(event));
    this.#logger.log(`Events from the queue → ${ids.join(', ')}`);
  }

  /**
   * Stops the worker in the first hook that Nest calls, before the handlers' dependencies shut
   * down.
   */
  async onModuleDestroy(): Promise<void> {
    await this.#stop?.();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.settings.queue.close?.();
  }

  #handle(queued: PixQueuedEvent): Promise<PixQueueVerdict> {
    if (!this.telemetry) return this.#process(queued);
    const { receivedAt, receiver = DEFAULT_RECEIVER, trace } = queued;
    const activity: PixProcessActivity = {
      kind: 'process',
      event: toEventLabels(queued, receiver),
      trace: isObject(trace) ? trace : undefined,
      delay: Math.max(0, systemRuntime.now() - Date.parse(receivedAt)) / 1000,
      outcome: undefined,
    };
    return observe(this.telemetry, activity, async () => {
      const verdict = await this.#process(queued);
      activity.outcome = verdict.outcome;
      return verdict;
    });
  }

  async #process(queued: PixQueuedEvent): Promise<PixQueueVerdict> {
    const { receivedAt, receiver = DEFAULT_RECEIVER, tenant, ...event } = queued;
    const verified = await this.#verify(event, receiver, tenant);
    if (typeof verified === 'string') {
      const reason = `the provider did not confirm the Pix: ${verified} (verifyWithProvider)`;
      return { outcome: 'failed', reason };
    }
    const reasons: string[] = [];
    const outcome = await this.#dispatcher.dispatch(
      verified,
      { receiver, tenant, receivedAt: new Date(receivedAt), origin: 'notification' },
      { onFailure: (reason) => reasons.push(reason) },
    );
    if (outcome === 'running') return { outcome };
    if (outcome === 'failed') return { outcome, reason: reasons.join('; ') || 'a handler failed' };
    return { outcome: 'done' };
  }

  async #verify(event: PixEvent, receiver: string, tenant: string | undefined): Promise<Verified> {
    const { verifyWithProvider: find = false } = this.settings;
    if (find === false) return event;
    try {
      const source = find === true ? this.#locate(receiver, tenant) : find(receiver, tenant);
      const [verified = 'unavailable'] = await this.#verifier.verify([event], await source);
      return verified;
    } catch (error) {
      const text = `Could not read back ${toLogKey(event.key)}: ${toErrorText(error)}`;
      this.#logger.error(toLogLine(text));
      return 'unavailable';
    }
  }

  /** @throws ConfigurationError if there is no account for the receiver, or the event has a tenant */
  #locate(receiver: string, tenant?: string): PixRecebidosSource {
    const owner = 'PixWebhookWorkerModule: verifyWithProvider';
    if (tenant === undefined) return locateRecebidos(this.modules, receiver, owner);
    throw new ConfigurationError(`${owner} must be a function, because events have tenants.`);
  }
}

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } =
  new ConfigurableModuleBuilder<PixWebhookWorkerOptions>({ moduleName: 'PixWebhookWorker' })
    .setClassMethodName('forRoot')
    .setFactoryMethodName('createPixWebhookWorkerOptions')
    .build();

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
    EventHandlerExplorer,
    ReceiverDirectory,
    PixWebhookStats,
    QueueWorker,
  ],
  exports: [PixWebhookStats],
})
export class PixWebhookWorkerModule extends ConfigurableModuleClass {
  /** @throws ConfigurationError if the argument is not an object */
  static override forRoot(options: PixWebhookWorkerOptions): DynamicModule {
    checkModuleOptions('PixWebhookWorkerModule.forRoot', options);
    return super.forRoot(toPlainOptions(options));
  }

  /**
   * @throws ConfigurationError if the argument is not an object, lacks a factory, or has an unknown
   * name
   */
  static override forRootAsync(
    options: ConfigurableModuleAsyncOptions<
      PixWebhookWorkerOptions,
      'createPixWebhookWorkerOptions'
    >,
  ): DynamicModule {
    checkAsyncModuleOptions('PixWebhookWorkerModule.forRootAsync', options);
    return super.forRootAsync(options);
  }
}
