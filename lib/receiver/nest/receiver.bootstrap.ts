import { Server as TlsServer } from 'node:tls';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ConfigurationError } from '../../errors/index.js';
import { EventHandlerExplorer } from '../dispatch/event-handler.explorer.js';
import { EventHandlerRegistry } from '../dispatch/event-handler.registry.js';
import { WebhookListener } from '../http/webhook.listener.js';
import { WebhookRoute } from '../http/webhook.route.js';
import { DEFAULT_RECEIVER } from '../notifications/event-source.js';
import { warnAboutInMemoryStore } from '../stores/warn-about-in-memory-store.js';
import { ReceivedPixSourceLocator } from './received-pix-source.locator.js';
import { ReceiverDirectory } from './receiver.directory.js';
import type { ReceiverSettings } from './receiver.settings.js';
import { RECEIVER_SETTINGS } from './tokens.js';

/** Finds the handlers, checks that authentication is configured, and opens the route. @internal */
@Injectable()
export class ReceiverBootstrap
  implements OnModuleInit, OnModuleDestroy, BeforeApplicationShutdown, OnApplicationShutdown
{
  readonly #logger = new Logger('PixWebhookReceiver');

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly explorer: EventHandlerExplorer,
    private readonly registry: EventHandlerRegistry,
    private readonly directory: ReceiverDirectory,
    private readonly route: WebhookRoute,
    private readonly listener: WebhookListener,
    private readonly locator: ReceivedPixSourceLocator,
    @Inject(RECEIVER_SETTINGS) private readonly settings: ReceiverSettings,
  ) {}

  /**
   * @throws ConfigurationError if handlers exist without authentication, or there is no source of
   * received Pix
   */
  async onModuleInit(): Promise<void> {
    const handlers = this.explorer.explore(this.settings.globalEnhancers);
    this.directory.checkReceiver(this.settings, handlers);
    this.registry.fill(handlers);
    const { authenticator, queue, name, needsTls } = this.settings;
    const listeners = queue ? ['the queue'] : this.registry.ids(name);
    if (listeners.length === 0) {
      this.#logger.warn(`No method is decorated to handle the Pix events of the receiver ${name}`);
    }
    if (authenticator.acceptsAnyCaller) {
      // Without handlers or a queue there is nothing to serve.
      if (listeners.length === 0) return;
      this.#allowAnybody(listeners);
    }
    this.#checkRecebidos();
    if (needsTls) this.#warnAboutMissingTls();
    if (!queue && listeners.length > 0) warnAboutInMemoryStore(this.settings.store, this.#logger);
    await queue?.open?.();
    this.#open(listeners);
  }

  /**
   * Waits for running handlers in the first hook that Nest calls: the clients that they call close in
   * `beforeApplicationShutdown`, in an order that depends on the imports.
   */
  onModuleDestroy(): Promise<void> {
    return this.listener.ended();
  }

  /**
   * The server waits only for connected callers, and providers soon disconnect from a slow handler.
   */
  beforeApplicationShutdown(): Promise<void> {
    return this.listener.ended();
  }

  /** The server accepts no requests at this point. */
  async onApplicationShutdown(): Promise<void> {
    await this.listener.ended();
    await this.settings.queue?.close?.();
  }

  /** @throws ConfigurationError if an option reads received Pix and there is no source of them */
  #checkRecebidos(): void {
    const { verifyWithProvider, hasTenants, reconciler } = this.settings;
    if (verifyWithProvider && !hasTenants) this.locator.locate('verifyWithProvider');
    if (reconciler.every !== undefined) this.locator.locate('reconciler.every');
  }

  #allowAnybody(listeners: readonly string[]): void {
    if (!this.settings.allowUnauthenticated) throw unauthenticated(listeners);
    this.#logger.warn(
      'DANGER: dangerouslyAllowUnauthenticated is set: anyone can report payments that were never made',
    );
  }

  #open(listeners: readonly string[]): void {
    const { name, accepted } = this.settings;
    const address = this.directory.resolvePath(this.settings);
    if (!this.route.open(address)) {
      this.#logger.warn(
        `This application has no HTTP server: the receiver ${name} gets no notifications`,
      );
      return;
    }
    const own = name === DEFAULT_RECEIVER ? '' : ` (${name})`;
    const suffixes = [...accepted].map((kind) => `/${kind}`).join('|');
    this.#logger.log(
      `POST ${address}[${suffixes}]${own} → ${listeners.join(', ') || 'no handler'}`,
    );
  }

  /**
   * Logs a warning instead of throwing, because the application may be served by a server other
   * than Nest's own.
   */
  #warnAboutMissingTls(): void {
    const adapter = this.host.httpAdapter as HttpAdapterHost['httpAdapter'] | null;
    const server: unknown = adapter?.getHttpServer();
    if (
      server instanceof TlsServer &&
      (server as { requestCert?: boolean }).requestCert !== false
    ) {
      return;
    }
    this.#logger.warn(
      'authentication.mtls requires a client certificate, but the server does not request one and every notification will be ' +
        'refused: set httpsOptions.requestCert, or authentication.mtls.header when TLS ends at a proxy',
    );
  }
}

function unauthenticated(ids: readonly string[]): ConfigurationError {
  return new ConfigurationError(
    `PixWebhookReceiverModule: ${ids.join(', ')} would handle notifications from any caller. Configure \`authentication\` ` +
      '(mtls, secret, allowedIps, or several of them); only for local development, set ' +
      '`dangerouslyAllowUnauthenticated: true`.',
  );
}
