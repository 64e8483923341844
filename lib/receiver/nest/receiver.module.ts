import { Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import {
  checkAsyncModuleOptions,
  checkModuleOptions,
  text,
  toPlainOptions,
  valueOr,
} from '../../options/index.js';
import {
  ConfigurableModuleClass,
  type ASYNC_OPTIONS_TYPE,
  type OPTIONS_TYPE,
} from './receiver.module-definition.js';
import { receiverProviders } from './receiver.providers.js';

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
