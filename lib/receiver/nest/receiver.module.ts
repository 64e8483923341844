import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ConfigurableModuleClass } from './receiver.module-definition.js';
import { receiverProviders } from './receiver.providers.js';

/**
 * Receives the provider's webhooks and gives each event, once, to the methods decorated with `@OnPixRecebido()`,
 * `@OnPixEnviado()`, `@OnPixDevolucao()`, `@OnRecorrencia()` and `@OnCobrancaRecorrente()`, wherever in the application they are. Those of a
 * module that is loaded lazily come too late to be found.
 *
 * The route stands before the application's body parser, middleware, guards, pipes and interceptors: the caller is the
 * provider's machine and no user of the application. With several accounts, register the module once for each, with a
 * `name` and a path of its own: see `PixWebhookReceiverExtras`.
 *
 * With `app.enableShutdownHooks()`, handlers that are running end before the application does. What they use should close in
 * `onApplicationShutdown`, which comes after them.
 *
 * It offers `PixReconciler` and `PixWebhookStats` to the module that imports it; those of a receiver with a
 * name by `@InjectPixReconciler(name)` and `@InjectPixWebhookStats(name)`.
 *
 * The application does not start when handlers exist and no `authentication` is configured (`ConfigurationError`), or
 * when a certificate cannot be read (`CertificateError`).
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
export class PixWebhookReceiverModule extends ConfigurableModuleClass {}
