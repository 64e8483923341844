import {
  ConfigurableModuleBuilder,
  type DynamicModule,
  type FactoryProvider,
  Inject,
  type InjectionToken,
  Module,
  type Provider,
} from '@nestjs/common';
import { DiscoveryModule, HttpAdapterHost } from '@nestjs/core';
import { PIX_TELEMETRY, type PixTelemetry } from '../../observe/index.js';
import {
  checkAsyncModuleOptions,
  checkModuleOptions,
  ConcealedOptions,
  text,
  toPlainOptions,
  valueOr,
} from '../../options/index.js';
import { EVENT_SINK, type EventSink } from '../dispatch/event-sink.js';
import { type DispatcherOptions, EventDispatcher } from '../dispatch/event.dispatcher.js';
import { EventHandlerExplorer } from '../dispatch/handler.explorer.js';
import { EventHandlerRegistry } from '../dispatch/handlers.js';
import { PixWebhookStats } from '../dispatch/outcomes.js';
import { DEFAULT_RECEIVER } from '../events.js';
import { NotificationIntake, WebhookListener } from '../http/webhook.listener.js';
import { WebhookRoute } from '../http/webhook.route.js';
import { PixReconciler, ReconcilerSchedule } from '../provider/pix-reconciler.js';
import { ProviderVerifier } from '../provider/provider-verifier.js';
import { QueueSink } from '../queue.js';
import {
  ReceivedPixSourceLocator,
  ReceiverBootstrap,
  ReceiverDirectory,
} from './receiver.bootstrap.js';
import {
  type PixWebhookReceiverExtras,
  type PixWebhookReceiverOptions,
  RECEIVER_NAME,
  RECEIVER_SETTINGS,
  type ReceiverSettings,
  resolveReceiverSettings,
} from './receiver.options.js';

export const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN, OPTIONS_TYPE, ASYNC_OPTIONS_TYPE } =
  new ConfigurableModuleBuilder<PixWebhookReceiverOptions>({ moduleName: 'PixWebhookReceiver' })
    .setClassMethodName('forRoot')
    .setFactoryMethodName('createPixWebhookReceiverOptions')
    .setExtras<PixWebhookReceiverExtras>(
      { name: undefined },
      (definition, { name = DEFAULT_RECEIVER }) => {
        const offered = [
          { provide: getPixReconcilerToken(name), useExisting: PixReconciler },
          { provide: getPixWebhookStatsToken(name), useExisting: PixWebhookStats },
        ];
        const named = offered.filter(({ provide, useExisting }) => provide !== useExisting);
        const own = { provide: RECEIVER_NAME, useValue: name };
        return {
          ...definition,
          providers: [
            ...(definition.providers ?? []).map((each) => ConcealedOptions.conceal(each)),
            own,
            ...named,
          ],
          exports: [...(definition.exports ?? []), ...offered.map(({ provide }) => provide)],
        };
      },
    )
    .build();

/** The observer of the application, if it imports one. */
const OPTIONAL_TELEMETRY = { token: PIX_TELEMETRY, optional: true };

/**
 * @param settings the token of the settings that contain the event store
 * @param context of the log lines
 */
export function provideDispatcher(
  settings: symbol,
  context: string,
): FactoryProvider<EventDispatcher> {
  return {
    provide: EventDispatcher,
    inject: [EventHandlerRegistry, settings, PixWebhookStats, OPTIONAL_TELEMETRY],
    useFactory: (
      registry: EventHandlerRegistry,
      options: DispatcherOptions,
      stats: PixWebhookStats,
      telemetry: PixTelemetry | undefined,
    ) => new EventDispatcher(registry, options, stats, { context, telemetry }),
  };
}

/** The providers of a receiver. Each receives only the settings that it needs. */
const receiverProviders: Provider[] = [
  {
    provide: RECEIVER_SETTINGS,
    useFactory: (
      options: PixWebhookReceiverOptions | ConcealedOptions<PixWebhookReceiverOptions>,
      name: string,
    ) => resolveReceiverSettings(ConcealedOptions.reveal(options), name),
    inject: [MODULE_OPTIONS_TOKEN, RECEIVER_NAME],
  },
  EventHandlerRegistry,
  EventHandlerExplorer,
  provideDispatcher(RECEIVER_SETTINGS, 'PixWebhookReceiver'),
  PixWebhookStats,
  {
    provide: EVENT_SINK,
    inject: [RECEIVER_SETTINGS, EventDispatcher, PixWebhookStats, OPTIONAL_TELEMETRY],
    useFactory: (
      { queue, log }: ReceiverSettings,
      dispatcher: EventDispatcher,
      stats: PixWebhookStats,
      telemetry: PixTelemetry | undefined,
    ): EventSink => (queue ? new QueueSink(queue, stats, telemetry, log) : dispatcher),
  } satisfies FactoryProvider<EventSink>,
  ReceivedPixSourceLocator,
  {
    provide: NotificationIntake,
    inject: [EVENT_SINK, ReceivedPixSourceLocator, RECEIVER_SETTINGS],
    useFactory: (sink: EventSink, locator: ReceivedPixSourceLocator, settings: ReceiverSettings) =>
      new NotificationIntake(sink, new ProviderVerifier(), locator, settings),
  } satisfies FactoryProvider<NotificationIntake>,
  {
    provide: PixReconciler,
    inject: [RECEIVER_SETTINGS, EVENT_SINK, ReceivedPixSourceLocator, OPTIONAL_TELEMETRY],
    useFactory: (
      settings: ReceiverSettings,
      sink: EventSink,
      locator: ReceivedPixSourceLocator,
      telemetry: PixTelemetry | undefined,
    ) => new PixReconciler({ ...settings, telemetry }, sink, locator),
  } satisfies FactoryProvider<PixReconciler>,
  {
    provide: ReconcilerSchedule,
    inject: [PixReconciler, RECEIVER_SETTINGS],
    useFactory: (reconciler: PixReconciler, settings: ReceiverSettings) =>
      new ReconcilerSchedule(reconciler, settings),
  } satisfies FactoryProvider<ReconcilerSchedule>,
  {
    provide: WebhookListener,
    inject: [RECEIVER_SETTINGS, NotificationIntake, PixWebhookStats, OPTIONAL_TELEMETRY],
    useFactory: (
      settings: ReceiverSettings,
      intake: NotificationIntake,
      stats: PixWebhookStats,
      telemetry: PixTelemetry | undefined,
    ) => new WebhookListener(settings, intake, stats, telemetry),
  } satisfies FactoryProvider<WebhookListener>,
  {
    provide: WebhookRoute,
    inject: [HttpAdapterHost, WebhookListener, RECEIVER_SETTINGS],
    useFactory: (
      host: HttpAdapterHost,
      listener: WebhookListener,
      { accepted }: ReceiverSettings,
    ) => new WebhookRoute(host, listener, accepted),
  } satisfies FactoryProvider<WebhookRoute>,
  ReceiverDirectory,
  ReceiverBootstrap,
];

/** The arguments in addition to the options. */
const EXTRAS = {
  // The check of names at startup reports `null`.
  name: valueOr([null], text),
};

/**
 * Receives the provider's webhooks and passes each event, once, to the methods decorated with
 * `@OnPixRecebido()`, `@OnPixEnviado()`, `@OnPixDevolucao()`, `@OnRecorrencia()` and
 * `@OnCobrancaRecorrente()`, in any module of the application. Methods in lazily loaded modules are
 * not found.
 *
 * The route runs before the application's body parser and middleware, because the caller is the
 * provider and not a user of the application; the option `middleware` has its own. Guards, interceptors
 * and filters run around each handler: those of its class and method, and global ones with
 * `useGlobalEnhancers`. For several accounts,
 * register the module once for each, with its own `name` and path: see `PixWebhookReceiverExtras`.
 *
 * With `app.enableShutdownHooks()`, the application waits for running handlers on shutdown. Close
 * their dependencies in `onApplicationShutdown`, which runs after the handlers.
 *
 * The module exports `PixReconciler` and `PixWebhookStats`. Inject those of a receiver with a name
 * by `@InjectPixReconciler(name)` and `@InjectPixWebhookStats(name)`.
 *
 * The application does not start if handlers exist and no `authentication` is configured
 * (`ConfigurationError`), or if a certificate cannot be read (`CertificateError`).
 *
 * @example
 * ```ts
 * PixWebhookReceiverModule.forRootAsync({
 *   inject: [ConfigService],
 *   useFactory: (config: ConfigService) => ({
 *     authentication: {
 *       mtls: { ca: config.getOrThrow('PIX_WEBHOOK_CA') },
 *       secret: config.getOrThrow('PIX_WEBHOOK_SECRET'),
 *     },
 *   }),
 * })
 * ```
 */
@Module({
  imports: [DiscoveryModule],
  providers: receiverProviders,
})
export class PixWebhookReceiverModule extends ConfigurableModuleClass {
  /** @throws ConfigurationError if the argument is not an object, or `name` is not text */
  static override forRoot(options: typeof OPTIONS_TYPE = {}): DynamicModule {
    checkModuleOptions('PixWebhookReceiverModule.forRoot', options, EXTRAS);
    return super.forRoot(toPlainOptions(options));
  }

  /**
   * @throws ConfigurationError if the argument is not an object, lacks a factory, or has an unknown
   * name
   */
  static override forRootAsync(options: typeof ASYNC_OPTIONS_TYPE): DynamicModule {
    checkAsyncModuleOptions('PixWebhookReceiverModule.forRootAsync', options, EXTRAS);
    return super.forRootAsync(options);
  }
}

/**
 * Returns the injection token of a receiver's {@link PixReconciler}; for the receiver without a
 * name, the class itself.
 */
export function getPixReconcilerToken(name?: string): InjectionToken<PixReconciler> {
  return isDefault(name) ? PixReconciler : `PixReconciler:${name}`;
}

/**
 * Returns the injection token of a receiver's {@link PixWebhookStats}; for the receiver without a
 * name, the class itself.
 */
export function getPixWebhookStatsToken(name?: string): InjectionToken<PixWebhookStats> {
  return isDefault(name) ? PixWebhookStats : `PixWebhookStats:${name}`;
}

/**
 * Injects the {@link PixReconciler} of a receiver.
 *
 * @param name the `name` that was given to `PixWebhookReceiverModule`
 * @example
 * constructor(@InjectPixReconciler('filial') private readonly filial: PixReconciler) {}
 */
export function InjectPixReconciler(name?: string): ParameterDecorator & PropertyDecorator {
  return Inject(getPixReconcilerToken(name));
}

/**
 * Injects the {@link PixWebhookStats} of a receiver.
 *
 * @param name the `name` of the `PixWebhookReceiverModule`
 */
export function InjectPixWebhookStats(name?: string): ParameterDecorator & PropertyDecorator {
  return Inject(getPixWebhookStatsToken(name));
}

function isDefault(name: string | undefined): name is undefined {
  return name === undefined || name === DEFAULT_RECEIVER;
}
