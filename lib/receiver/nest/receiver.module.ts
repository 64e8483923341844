import {
  Inject,
  type ConfigurableModuleAsyncOptions,
  ConfigurableModuleBuilder,
  type DynamicModule,
  type InjectionToken,
  Module,
} from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import {
  checkAsyncModuleOptions,
  checkModuleOptions,
  ConcealedOptions,
  text,
  toPlainOptions,
  valueOr,
} from '../../options/index.js';
import { EventHandlerExplorer } from '../dispatch/handler.explorer.js';
import { PixWebhookStats } from '../dispatch/outcomes.js';
import { DEFAULT_RECEIVER } from '../events.js';
import { PixReconciler } from '../provider/pix-reconciler.js';
import { ReceiverDirectory, Receiver } from './receiver.js';
import {
  RECEIVER_SETTINGS,
  type PixWebhookReceiverExtras,
  type PixWebhookReceiverOptions,
  RECEIVER_NAME,
  resolveReceiverSettings,
} from './receiver.options.js';

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } =
  new ConfigurableModuleBuilder<PixWebhookReceiverOptions>({ moduleName: 'PixWebhookReceiver' })
    .setClassMethodName('forRoot')
    .setFactoryMethodName('createPixWebhookReceiverOptions')
    .setExtras<PixWebhookReceiverExtras>(
      { name: undefined },
      ({ providers = [], exports = [], ...definition }, { name = DEFAULT_RECEIVER }) => {
        const [reconciler, stats] = [getPixReconcilerToken(name), getPixWebhookStatsToken(name)];
        return {
          ...definition,
          providers: [
            ...providers.map((each) => ConcealedOptions.conceal(each)),
            { provide: RECEIVER_NAME, useValue: name },
            {
              provide: reconciler,
              inject: [Receiver],
              useFactory: (it: Receiver) => it.reconciler,
            },
            { provide: stats, inject: [Receiver], useFactory: (it: Receiver) => it.stats },
          ],
          exports: [...exports, reconciler, stats],
        };
      },
    )
    .build();

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
  providers: [
    {
      provide: RECEIVER_SETTINGS,
      useFactory: (
        options: PixWebhookReceiverOptions | ConcealedOptions<PixWebhookReceiverOptions>,
        name: string,
      ) => resolveReceiverSettings(ConcealedOptions.reveal(options), name),
      inject: [MODULE_OPTIONS_TOKEN, RECEIVER_NAME],
    },
    EventHandlerExplorer,
    ReceiverDirectory,
    Receiver,
  ],
})
export class PixWebhookReceiverModule extends ConfigurableModuleClass {
  /** @throws ConfigurationError if the argument is not an object, or `name` is not text */
  static override forRoot(
    options: PixWebhookReceiverOptions & PixWebhookReceiverExtras = {},
  ): DynamicModule {
    checkModuleOptions('PixWebhookReceiverModule.forRoot', options, EXTRAS);
    return super.forRoot(toPlainOptions(options));
  }

  /**
   * @throws ConfigurationError if the argument is not an object, lacks a factory, or has an unknown
   * name
   */
  static override forRootAsync(
    options: ConfigurableModuleAsyncOptions<
      PixWebhookReceiverOptions,
      'createPixWebhookReceiverOptions'
    > &
      PixWebhookReceiverExtras,
  ): DynamicModule {
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
