// The module of a receiver: its start, its warnings and its conflicts with others.

import { randomUUID } from 'node:crypto';
import { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import {
  Inject,
  type ConfigurableModuleAsyncOptions,
  ConfigurableModuleBuilder,
  type DynamicModule,
  type InjectionToken,
  Module,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
  Optional,
} from '@nestjs/common';
import {
  DiscoveryModule,
  ApplicationConfig,
  DiscoveryService,
  HttpAdapterHost,
  ModuleRef,
} from '@nestjs/core';
import { ConfigurationError } from '../../errors/index.js';
import { PIX_TELEMETRY, type PixTelemetry } from '../../observe/index.js';
import {
  checkAsyncModuleOptions,
  checkModuleOptions,
  ConcealedOptions,
  text,
  toPlainOptions,
  valueOr,
} from '../../options/index.js';
import { EventDispatcher } from '../dispatch/event.dispatcher.js';
import { EventHandlerExplorer } from '../dispatch/handler.explorer.js';
import { type EventHandler, EventHandlerRegistry } from '../dispatch/handlers.js';
import { PixWebhookStats } from '../dispatch/outcomes.js';
import { DEFAULT_RECEIVER } from '../events.js';
import { overlap, PathPattern, withGlobalPrefix } from '../http/request.js';
import { NotificationIntake, WebhookListener, WebhookRoute } from '../http/webhook.listener.js';
import { PixReconciler } from '../provider/pix-reconciler.js';
import { ProviderVerifier } from '../provider/provider-verifier.js';
import { getPixRecebidosToken, type PixRecebidosSource } from '../provider/reconciliation.js';
import { QueueSink } from '../queue.js';
import { warnAboutInMemoryStore } from '../stores/event-store.js';
import {
  RECEIVER_SETTINGS,
  type PixWebhookReceiverExtras,
  type PixWebhookReceiverOptions,
  RECEIVER_NAME,
  resolveReceiverSettings,
  listInstances,
  type ReceiverSettings,
  WORKER_SETTINGS,
} from './receiver.options.js';

/** Parameters that OpenTelemetry's instrumentation of HTTP redacts by default, since its version 0.222, and dd-trace too. */
const REDACTED_PARAMETERS = new Set(['sig', 'Signature']);

/** Lists the receivers and handlers of the application and detects conflicts between them. */
@Injectable()
export class ReceiverDirectory {
  constructor(
    private readonly explorer: EventHandlerExplorer,
    private readonly discovery: DiscoveryService,
    private readonly application: ApplicationConfig,
  ) {}

  /**
   * Returns the handlers of the application. Those of a worker may be bound to a receiver of another
   * application, which its `receivers` name.
   *
   * @throws ConfigurationError as {@link EventHandlerExplorer.explore}, and on a handler that is bound to an unknown
   * receiver
   */
  findHandlers({ globalEnhancers }: Pick<ReceiverSettings, 'globalEnhancers'>): EventHandler[] {
    const handlers = this.explorer.explore(globalEnhancers);
    const names = this.listNames();
    for (const { id, receivers } of handlers) {
      const unknown = receivers?.find((name) => !names.includes(name));
      if (unknown === undefined) continue;
      throw new ConfigurationError(
        `${id} is bound to the receiver ${JSON.stringify(unknown)}, which does not exist. Receivers: ` +
          `${names.join(', ') || 'none'}. The name is the option \`name\` of PixWebhookReceiverModule; where the receiver is ` +
          'in another application, list it in `receivers` of PixWebhookWorkerModule.',
      );
    }
    return handlers;
  }

  /** Returns the names of the receivers of the application, and of those that its workers name. */
  listNames(): string[] {
    const own = this.#receivers().map(({ name }) => name);
    const workers = listInstances<{ readonly receivers?: readonly string[] }>(
      this.discovery,
      WORKER_SETTINGS,
    );
    return [...new Set([...own, ...workers.flatMap(({ receivers }) => receivers ?? [])])];
  }

  /** Returns the path at which a receiver is served. */
  resolvePath({ path, useGlobalPrefix }: ReceiverSettings): string {
    return useGlobalPrefix ? withGlobalPrefix(path, this.application) : path;
  }

  /**
   * Checks a receiver against the others of the application.
   *
   * @throws ConfigurationError on two receivers with the same name, overlapping paths or the same cursor
   */
  checkReceiver(one: ReceiverSettings): void {
    for (const other of this.#receivers()) {
      const problem = other === one ? undefined : this.#findConflict(one, other);
      if (problem) throw new ConfigurationError(`PixWebhookReceiverModule: ${problem}`);
    }
  }

  #findConflict(one: ReceiverSettings, other: ReceiverSettings): string | undefined {
    if (one.name === other.name) {
      return (
        `two receivers have the name ${one.name}. Give each its own name, next to its other ` +
        "options: forRoot({ name: 'filial', … })."
      );
    }
    const both = `the receivers ${one.name}`;
    const [path, otherPath] = [this.resolvePath(one), this.resolvePath(other)];
    const otherForms = new PathPattern(otherPath).forms(other.accepted);
    const shared = new PathPattern(path)
      .forms(one.accepted)
      .find((form) => otherForms.some((otherForm) => overlap(form, otherForm)));
    if (shared) {
      return (
        `${both} (path ${path}) and ${other.name} (path ${otherPath}) would both serve POST /${shared.join('/')}. ` +
        'Give them different paths, also with /pix, /rec or /cobr appended.'
      );
    }
    if (one.reconciler.cursor !== other.reconciler.cursor) return undefined;
    return (
      `${both} and ${other.name} share reconciler.cursor, so each would move the position of the other past Pix that ` +
      'were not read. Give each its own cursor.'
    );
  }

  #receivers(): ReceiverSettings[] {
    return listInstances<ReceiverSettings>(this.discovery, RECEIVER_SETTINGS);
  }
}

/**
 * A receiver: passes what its route receives and its reconciler lists to the handlers or the queue. Finds the handlers,
 * checks that authentication is configured, and opens the route.
 */
@Injectable()
export class Receiver
  implements
    OnModuleInit,
    OnApplicationBootstrap,
    OnModuleDestroy,
    BeforeApplicationShutdown,
    OnApplicationShutdown
{
  readonly stats = new PixWebhookStats();
  readonly reconciler: PixReconciler;
  readonly #logger = new Logger('PixWebhookReceiver');
  readonly #registry = new EventHandlerRegistry();
  readonly #listener: WebhookListener;
  readonly #route: WebhookRoute;

  constructor(
    @Inject(RECEIVER_SETTINGS) private readonly settings: ReceiverSettings,
    private readonly directory: ReceiverDirectory,
    private readonly host: HttpAdapterHost,
    private readonly modules: ModuleRef,
    @Optional() @Inject(PIX_TELEMETRY) telemetry?: PixTelemetry,
  ) {
    const { queue, log } = settings;
    const sink = queue
      ? new QueueSink(queue, this.stats, telemetry, log)
      : new EventDispatcher(this.#registry, { ...settings, telemetry }, this.stats);
    const finder = { locate: (neededBy: string) => this.#locateRecebidos(neededBy) };
    const intake = new NotificationIntake(sink, new ProviderVerifier(), finder, settings);
    this.reconciler = new PixReconciler({ ...settings, telemetry }, sink, finder);
    this.#listener = new WebhookListener(settings, intake, this.stats, telemetry);
    this.#route = new WebhookRoute(host, this.#listener, settings.accepted);
  }

  /**
   * @throws ConfigurationError if handlers exist without authentication, or there is no source of
   * received Pix
   */
  async onModuleInit(): Promise<void> {
    this.directory.checkReceiver(this.settings);
    this.#registry.fill(this.directory.findHandlers(this.settings));
    const { authenticator, queue, name, needsTls, secretParameter } = this.settings;
    const listeners = queue ? ['the queue'] : this.#registry.ids(name);
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
    this.#warnAboutWideNetwork(authenticator.trustedProxies.wideNetwork);
    this.#warnAboutTracedSecret(secretParameter);
    if (!queue && listeners.length > 0) warnAboutInMemoryStore(this.settings.store, this.#logger);
    await queue?.open?.();
    this.#open(listeners);
  }

  onApplicationBootstrap(): void {
    this.reconciler.start();
  }

  /**
   * Waits for running handlers in the first hook that Nest calls: the clients that they call close in
   * `beforeApplicationShutdown`, in an order that depends on the imports.
   */
  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.#listener.ended(), this.reconciler.onModuleDestroy()]);
  }

  /**
   * The server waits only for connected callers, and providers soon disconnect from a slow handler.
   */
  beforeApplicationShutdown(): Promise<void> {
    return this.#listener.ended();
  }

  /** The server accepts no requests at this point. */
  async onApplicationShutdown(): Promise<void> {
    await this.#listener.ended();
    await this.settings.queue?.close?.();
  }

  /** @throws ConfigurationError if an option reads received Pix and there is no source of them */
  #checkRecebidos(): void {
    const { verifyWithProvider, hasTenants, reconciler } = this.settings;
    if (verifyWithProvider && !hasTenants) this.#locateRecebidos('verifyWithProvider');
    if (reconciler.every !== undefined) this.#locateRecebidos('reconciler.every');
  }

  #locateRecebidos(neededBy: string): PixRecebidosSource {
    const { name, recebidos } = this.settings;
    const owner = `PixWebhookReceiverModule: ${neededBy}`;
    return recebidos ?? locateRecebidos(this.modules, name, owner);
  }

  #allowAnybody(listeners: readonly string[]): void {
    if (!this.settings.dangerouslyAllowUnauthenticated) {
      throw new ConfigurationError(
        `PixWebhookReceiverModule: ${listeners.join(', ')} would handle notifications from any caller. Configure \`authentication\` ` +
          '(mtls, secret, allowedIps, or several of them); only for local development, set ' +
          '`dangerouslyAllowUnauthenticated: true`.',
      );
    }
    this.#logger.warn(
      'DANGER: dangerouslyAllowUnauthenticated is set: anyone can report payments that were never made',
    );
  }

  #open(listeners: readonly string[]): void {
    const { name, accepted } = this.settings;
    const address = this.directory.resolvePath(this.settings);
    if (!this.#route.open(address)) {
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

  #warnAboutWideNetwork(network: string | undefined): void {
    if (network === undefined) return;
    this.#logger.warn(
      `authentication.trustedProxies: everybody in ${network} may forge the headers of a proxy: list only the addresses ` +
        'of your own proxies',
    );
  }

  /** OpenTelemetry's instrumentation of HTTP marks what it wraps, and dd-trace itself. */
  #warnAboutTracedSecret(parameter: string | undefined): void {
    if (parameter === undefined) return;
    const variable = 'DD_TRACE_OBFUSCATION_QUERY_STRING_REGEXP';
    const isTraced = '__wrapped' in (Reflect.get(Server.prototype, 'emit') as object);
    const isDatadog = '_ddtrace' in globalThis && !REDACTED_PARAMETERS.has(parameter);
    if (isTraced ? isRedacted(parameter) : !isDatadog || process.env[variable]) return;
    this.#logger.warn(
      `${isTraced ? 'OpenTelemetry' : 'dd-trace'} records the queries of requests, and the parameter ${parameter} is the secret of ` +
        `notifications: make sure that ${isTraced ? 'redactedQueryParamsServer of the HTTP instrumentation' : variable} covers '${parameter}'`,
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

/** What `@opentelemetry/api` registers, for all its copies. */
interface OpenTelemetryApi {
  context?: { active(): { getValue(key: symbol): { attributes?: object } | undefined } };
}

/**
 * Whether OpenTelemetry's instrumentation removes the value of a query parameter, for which its options in code are not
 * visible: it is shown a request that nobody has sent. Its response does not end, so that its span is not exported.
 */
function isRedacted(parameter: string): boolean {
  const api = Reflect.get(globalThis, Symbol.for('opentelemetry.js.api.1')) as
    OpenTelemetryApi | undefined;
  const value = randomUUID();
  const url = `/?${new URLSearchParams({ [parameter]: value }).toString()}`;
  const traceparent = `00-${'1'.repeat(32)}-${'1'.repeat(16)}-01`; // Sampled.
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: 'POST', url, headers: { traceparent } });
  let attributes: object | undefined;
  const server = new Server(() => {
    const span = api?.context?.active().getValue(Symbol.for('OpenTelemetry Context Key SPAN'));
    attributes = span?.attributes;
  });
  server.emit('request', request, new ServerResponse(request));
  if (!attributes) return REDACTED_PARAMETERS.has(parameter);
  return !JSON.stringify(attributes).includes(value);
}

/**
 * Finds the source of a receiver's Pix: the `PixModule` with its name. A receiver with a name never
 * uses the account without a name: its Pix would be attributed to the wrong account.
 *
 * @param owner the module and the option that need it, for the message
 * @throws ConfigurationError if there is none
 */
export function locateRecebidos(
  modules: ModuleRef,
  name: string,
  owner: string,
): PixRecebidosSource {
  const isDefault = name === DEFAULT_RECEIVER;
  const token = getPixRecebidosToken(isDefault ? undefined : name);
  try {
    return modules.get<PixRecebidosSource>(token, { strict: false });
  } catch (cause) {
    throw new ConfigurationError(
      `${owner} reads received Pix from the provider, but the application has no PixModule ` +
        `${isDefault ? 'without a name' : `with the name ${name}`}. Register one, or pass the \`recebidos\` ` +
        'of an account’s PixClient as the option `recebidos`.',
      { cause },
    );
  }
}

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
