import { Server as TlsServer } from 'node:tls';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { ApplicationConfig, DiscoveryService, HttpAdapterHost, ModuleRef } from '@nestjs/core';
import { ConfigurationError } from '../../errors/index.js';
import { EventHandlerExplorer } from '../dispatch/handler.explorer.js';
import { type EventHandler, EventHandlerRegistry } from '../dispatch/handlers.js';
import { DEFAULT_RECEIVER } from '../events.js';
import { overlap, PathPattern, withGlobalPrefix } from '../http/target.js';
import { WebhookListener } from '../http/webhook.listener.js';
import { WebhookRoute } from '../http/webhook.route.js';
import {
  getPixRecebidosToken,
  type PixRecebidosSource,
  type RecebidosFinder,
} from '../provider/recebidos.js';
import { warnAboutInMemoryStore } from '../stores/in-memory-event-store.js';
import { RECEIVER_SETTINGS, type ReceiverSettings, WORKER_SETTINGS } from './receiver.options.js';

/**
 * Finds the source of received Pix: the option `recebidos`, or the `PixModule` with the receiver's
 * name.
 */
@Injectable()
export class ReceivedPixSourceLocator implements RecebidosFinder {
  constructor(
    private readonly modules: ModuleRef,
    @Inject(RECEIVER_SETTINGS)
    private readonly settings: Pick<ReceiverSettings, 'name' | 'recebidos'>,
  ) {}

  /** @throws ConfigurationError if there is no source */
  locate(neededBy: string): PixRecebidosSource {
    const { name, recebidos } = this.settings;
    if (recebidos) return recebidos;
    try {
      return this.modules.get<PixRecebidosSource>(getToken(name), { strict: false });
    } catch (cause) {
      throw new ConfigurationError(
        `PixWebhookReceiverModule: ${neededBy} reads received Pix from the provider, but the application has no PixModule ` +
          `${name === DEFAULT_RECEIVER ? 'without a name' : `with the name ${name}`}. Register one, or pass the \`recebidos\` ` +
          'of an account’s PixClient as the option `recebidos`.',
        { cause },
      );
    }
  }
}

/**
 * A receiver with a name never uses the account without a name: its Pix would be attributed to the
 * wrong account.
 */
function getToken(receiver: string): symbol {
  return getPixRecebidosToken(receiver === DEFAULT_RECEIVER ? undefined : receiver);
}

/** What the directory reads of the settings of a worker. */
interface WorkerReceivers {
  readonly receivers?: readonly string[] | undefined;
}

/** Lists the receivers of the application and detects conflicts between them. */
@Injectable()
export class ReceiverDirectory {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly application: ApplicationConfig,
  ) {}

  /** Returns the path at which a receiver is served. */
  resolvePath({ path, useGlobalPrefix }: ReceiverSettings): string {
    return useGlobalPrefix ? withGlobalPrefix(path, this.application) : path;
  }

  /**
   * Checks a receiver against the others of the application, and the receiver names of handlers.
   *
   * @throws ConfigurationError on two receivers with the same name, overlapping paths or the same
   * cursor, and on a handler that is bound to an unknown receiver
   */
  checkReceiver(settings: ReceiverSettings, handlers: readonly EventHandler[]): void {
    for (const other of this.#receivers()) {
      if (other !== settings) this.#checkPair(settings, other);
    }
    checkBindings(handlers, this.#names());
  }

  /**
   * Checks the handlers of a worker, whose receivers may be in another application.
   *
   * @throws ConfigurationError on a handler that is bound to an unknown receiver
   */
  checkWorker(handlers: readonly EventHandler[]): void {
    checkBindings(handlers, this.#names());
  }

  /** Returns the receivers of this application, and those whose events its workers handle. */
  #names(): string[] {
    const own = this.#receivers().map(({ name }) => name);
    const workers = this.#instances(WORKER_SETTINGS) as WorkerReceivers[];
    return [...new Set([...own, ...workers.flatMap(({ receivers }) => receivers ?? [])])];
  }

  #receivers(): ReceiverSettings[] {
    return this.#instances(RECEIVER_SETTINGS) as ReceiverSettings[];
  }

  #instances(wanted: symbol): unknown[] {
    const wrappers = this.discovery.getProviders().filter(({ token }) => token === wanted);
    return wrappers.map(({ instance }): unknown => instance);
  }

  #checkPair(one: ReceiverSettings, other: ReceiverSettings): void {
    if (one.name === other.name) throw createDuplicateNameError(one.name);
    const [address, otherAddress] = [this.resolvePath(one), this.resolvePath(other)];
    const forms = new PathPattern(address).forms(one.accepted);
    const otherForms = new PathPattern(otherAddress).forms(other.accepted);
    for (const form of forms) {
      if (!otherForms.some((otherForm) => overlap(form, otherForm))) continue;
      throw new ConfigurationError(
        `PixWebhookReceiverModule: the receivers ${one.name} (path ${address}) and ${other.name} (path ${otherAddress}) ` +
          `would both serve POST /${form.join('/')}. Give them different paths, also with ` +
          '/pix, /rec or /cobr appended.',
      );
    }
    if (one.reconciler.cursor === other.reconciler.cursor)
      throw createSharedCursorError(one, other);
  }
}

function checkBindings(handlers: readonly EventHandler[], names: readonly string[]): void {
  for (const { id, receivers } of handlers) {
    const unknown = receivers?.find((name) => !names.includes(name));
    if (unknown === undefined) continue;
    throw new ConfigurationError(
      `${id} is bound to the receiver ${JSON.stringify(unknown)}, which does not exist. Receivers: ` +
        `${names.join(', ') || 'none'}. The name is the option \`name\` of PixWebhookReceiverModule; where the receiver is ` +
        'in another application, list it in `receivers` of PixWebhookWorkerModule.',
    );
  }
}

function createDuplicateNameError(name: string): ConfigurationError {
  return new ConfigurationError(
    `PixWebhookReceiverModule: two receivers have the name ${name}. Give each its own name, next to its other ` +
      "options: forRoot({ name: 'filial', … }).",
  );
}

function createSharedCursorError(
  one: ReceiverSettings,
  other: ReceiverSettings,
): ConfigurationError {
  return new ConfigurationError(
    `PixWebhookReceiverModule: the receivers ${one.name} and ${other.name} share reconciler.cursor, so each would move ` +
      'the position of the other past Pix that were not read. Give each its own cursor.',
  );
}

/** Finds the handlers, checks that authentication is configured, and opens the route. */
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
