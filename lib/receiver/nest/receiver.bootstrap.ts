import { Server as TlsServer } from 'node:tls';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ConfigurationError } from '../../errors/index.js';
import { EventHandlerExplorer } from '../dispatch/event-handler.explorer.js';
import { EventHandlerRegistry } from '../dispatch/event-handler.registry.js';
import { WebhookListener } from '../http/webhook.listener.js';
import { WebhookRoute } from '../http/webhook.route.js';
import { DEFAULT_RECEIVER } from '../notifications/event-source.js';
import { warnOfForgetfulStore } from '../stores/warn-of-forgetful-store.js';
import { RecebidosLocator } from './recebidos.locator.js';
import { ReceiverDirectory } from './receiver.directory.js';
import type { ReceiverSettings } from './receiver.settings.js';
import { RECEIVER_SETTINGS } from './tokens.js';

/** Finds the handlers, sees that nobody but the provider reaches them, and opens the route. @internal */
@Injectable()
export class ReceiverBootstrap
  implements OnModuleInit, BeforeApplicationShutdown, OnApplicationShutdown
{
  private readonly logger = new Logger('PixWebhookReceiver');

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly explorer: EventHandlerExplorer,
    private readonly registry: EventHandlerRegistry,
    private readonly directory: ReceiverDirectory,
    private readonly route: WebhookRoute,
    private readonly listener: WebhookListener,
    private readonly locator: RecebidosLocator,
    @Inject(RECEIVER_SETTINGS) private readonly settings: ReceiverSettings,
  ) {}

  /** @throws ConfigurationError when handlers would listen to anybody, or Pix are to be read nowhere */
  async onModuleInit(): Promise<void> {
    const handlers = this.explorer.explore();
    this.directory.checkReceiver(this.settings, handlers);
    this.registry.fill(handlers);
    const { authenticator, queue, name, needsTls } = this.settings;
    const listeners = queue ? ['the queue'] : this.registry.ids(name);
    if (listeners.length === 0) {
      this.logger.warn(`No method is decorated to handle Pix events of the receiver ${name}`);
    }
    if (authenticator.asksNothing) {
      // Nobody listens, so there is nothing to protect and nothing to serve.
      if (listeners.length === 0) return;
      this.allowAnybody(listeners);
    }
    this.checkRecebidos();
    if (needsTls) this.warnOfMissingTls();
    if (!queue && listeners.length > 0) warnOfForgetfulStore(this.settings.store, this.logger);
    await queue?.open?.();
    this.open(listeners);
  }

  /** The server awaits those alone whose caller is still there, and a provider soon hangs up on a slow handler. */
  beforeApplicationShutdown(): Promise<void> {
    return this.listener.ended();
  }

  /** By now the server takes nothing more. */
  async onApplicationShutdown(): Promise<void> {
    await this.listener.ended();
    await this.settings.queue?.close?.();
  }

  /** @throws ConfigurationError when Pix are to be read and there is nowhere to */
  private checkRecebidos(): void {
    const { verifyWithProvider, hasTenants, reconciler } = this.settings;
    if (verifyWithProvider && !hasTenants) this.locator.locate('verifyWithProvider');
    if (reconciler.every !== undefined) this.locator.locate('reconciler.every');
  }

  private allowAnybody(listeners: readonly string[]): void {
    if (!this.settings.allowUnauthenticated) throw unauthenticated(listeners);
    this.logger.warn(
      'DANGER: dangerouslyAllowUnauthenticated is set: anybody can report payments that never were',
    );
  }

  private open(listeners: readonly string[]): void {
    const { name, accepted } = this.settings;
    const address = this.directory.addressOf(this.settings);
    this.route.open(address);
    const own = name === DEFAULT_RECEIVER ? '' : ` (${name})`;
    const suffixes = [...accepted].map((kind) => `/${kind}`).join('|');
    this.logger.log(`POST ${address}[${suffixes}]${own} → ${listeners.join(', ') || 'nobody'}`);
  }

  /** No error, since the application may be served by another server than Nest's own. */
  private warnOfMissingTls(): void {
    const adapter = this.host.httpAdapter as HttpAdapterHost['httpAdapter'] | null;
    const server: unknown = adapter?.getHttpServer();
    if (
      server instanceof TlsServer &&
      (server as { requestCert?: boolean }).requestCert !== false
    ) {
      return;
    }
    this.logger.warn(
      'authentication.mtls wants a client certificate, but the server asks for none and every notification will be ' +
        'refused: set httpsOptions.requestCert, or authentication.mtls.header when TLS ends at a proxy',
    );
  }
}

function unauthenticated(ids: readonly string[]): ConfigurationError {
  return new ConfigurationError(
    `PixWebhookReceiverModule: ${ids.join(', ')} would handle notifications from anybody. Configure \`authentication\` ` +
      '(mtls, secret, allowedIps, or several of them); for local development alone, set ' +
      '`dangerouslyAllowUnauthenticated: true`.',
  );
}
