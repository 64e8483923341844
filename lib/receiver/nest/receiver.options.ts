// The options of a receiver, and what they resolve to.

import type { DiscoveryService } from '@nestjs/core';
import {
  anyFunction,
  anything,
  flag,
  integer,
  listOf,
  OptionChecker,
  text,
  withMethods,
  defineOptions,
} from '../../options/index.js';
import { type PixRuntime, systemRuntime } from '../../runtime/index.js';
import {
  authenticationTable,
  findSecretParameter,
  type PixWebhookAuthentication,
} from '../authentication/authentication.options.js';
import { createAuthenticator } from '../authentication/authenticator.js';
import {
  globalEnhancersRule,
  type PixEnhancerKind,
  resolveGlobalEnhancers,
} from '../dispatch/handler.explorer.js';
import {
  eventLogRule,
  type PixEventErrorListener,
  type PixEventLogOptions,
} from '../dispatch/handlers.js';
import {
  DEFAULT_RECEIVER,
  isName,
  NAME_RULE,
  type PixNotificationKind,
  notificationKinds,
} from '../events.js';
import { normalizePath, TENANT_SEGMENT } from '../http/request.js';
import type { PixWebhookMiddleware } from '../http/webhook.listener.js';
import {
  type PixRecebidosSource,
  recebidosRule,
  type PixReconcilerOptions,
  reconcilerRule,
  resolveReconciler,
} from '../provider/reconciliation.js';
import { type PixEventQueue, queueRule } from '../queue.js';
import { type PixEventStore, storeRule, InMemoryEventStore } from '../stores/event-store.js';

/** The arguments of `forRoot` and `forRootAsync` in addition to the options. */
export interface PixWebhookReceiverExtras {
  /**
   * The name of the receiver, if the application has several: 1 to 64 letters, digits, `.`, `_`,
   * `~` or `-`. Handlers bound to it (`@OnPixRecebido({ receiver: 'filial' })`) receive only its
   * events, and `context.receiver` contains it. It is part of the keys of its events, so handled
   * events count as new after the name changes. `verifyWithProvider` and `PixReconciler` read from
   * the `PixModule` with the same name. Default: `default`.
   */
  name?: string | undefined;
}

export interface PixWebhookReceiverOptions {
  /**
   * The path of the address that is registered with the provider, which appends `/pix`, `/rec` or
   * `/cobr` to it. The address itself is served too. One segment may be `:tenant`
   * (`/webhooks/pix/:tenant`), the name of the tenant that `authentication.resolve` looks up.
   * Receivers with overlapping paths are refused. Default: `/webhooks/pix`.
   */
  path?: string | undefined;
  /**
   * Whether the application's global prefix applies to the path, as it does to a controller.
   * Default: true.
   */
  useGlobalPrefix?: boolean | undefined;
  /** The notifications that are accepted. Default: all. */
  notifications?: readonly PixNotificationKind[] | undefined;
  /** How the provider is authenticated. */
  authentication?: PixWebhookAuthentication | undefined;
  /**
   * Lets the application start with handlers and without {@link authentication}: anyone who finds
   * the address can then report payments that were never made. Only for local development. Default:
   * false.
   */
  dangerouslyAllowUnauthenticated?: boolean | undefined;
  /**
   * Reads each notified Pix back from the provider before a handler runs, and passes the provider's
   * version to the handler. A notification that contradicts the provider (`valor`, `txid`, `chave`,
   * the status of a refund) or contains a Pix that the provider does not have is answered with 403;
   * one whose Pix cannot be read now is answered with 503. The provider repeats both. Use it in
   * addition to {@link authentication}. For Pix Automático, the Pix in a recurring charge are read;
   * the statuses of charges and recurrences are not. Default: false.
   */
  verifyWithProvider?: boolean | undefined;
  /**
   * The source of received Pix for {@link verifyWithProvider} and `PixReconciler`:
   * `client.recebidos` of the receiver's account. Default: the application's `PixModule` with the
   * receiver's name, or the one without a name. With `:tenant` in the path,
   * `authentication.resolve` returns the source of each tenant.
   */
  recebidos?: PixRecebidosSource | undefined;
  /**
   * Records which events were handled: `PostgresEventStore`, `RedisEventStore` or your own
   * implementation. Default: a new `InMemoryEventStore`, which is lost when the process ends; with
   * `NODE_ENV=production` the receiver logs a warning.
   */
  store?: PixEventStore | undefined;
  /**
   * Puts events into a queue and answers immediately, instead of running the handlers during the
   * request. The handlers run where `PixWebhookWorkerModule` is imported. Default: none.
   */
  queue?: PixEventQueue | undefined;
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
   * Whether the application's global guards, interceptors and exception filters
   * (`app.useGlobalGuards()`, `APP_GUARD`) run around handlers as well; a list selects kinds:
   * `['interceptors', 'filters']`. Those of `@UseGuards()` and its like on the handler or its class
   * always run. Default: `false`, because global ones usually expect an HTTP request of a user.
   */
  useGlobalEnhancers?: boolean | readonly PixEnhancerKind[] | undefined;
  /**
   * Functions that run around each authenticated notification, before its body is read, such as
   * `(request, response, next) => cls.run(next)`: what they set in an `AsyncLocalStorage` reaches
   * handlers. They receive the objects of Node.js on every platform, run in order, and must not read
   * the body. With a {@link queue}, they run around the storing of events; handlers run in the worker.
   * Default: none; the application's own middleware does not run.
   */
  middleware?: readonly PixWebhookMiddleware[] | undefined;
  /**
   * How many events of one notification are handled at a time. Events of the same charge (`txid`)
   * are handled one after another, in the order of the notification. With a {@link queue} that does
   * not batch, how many are put into it at a time. Default: 10.
   */
  concurrency?: number | undefined;
  /** The options of `PixReconciler`. */
  reconciler?: PixReconcilerOptions | undefined;
  /** The largest accepted body, in bytes. Default: 1 MiB. */
  maxBodySize?: number | undefined;
  /** The largest number of items, and of events, in a body. Default: 1,000. */
  maxEvents?: number | undefined;
  /** Time and timers. Default: the runtime of the process. @internal */
  runtime?: PixRuntime | undefined;
}

/**
 * Implemented by the class given as `useClass` or `useExisting` to
 * `PixWebhookReceiverModule.forRootAsync`.
 */
export interface PixWebhookReceiverOptionsFactory {
  createPixWebhookReceiverOptions(): PixWebhookReceiverOptions | Promise<PixWebhookReceiverOptions>;
}

const table = defineOptions<PixWebhookReceiverOptions & PixWebhookReceiverExtras>()({
  path: { rule: text, default: '/webhooks/pix' },
  useGlobalPrefix: { rule: flag, default: true },
  notifications: { rule: listOf('a list of pix, rec and cobr', text), default: notificationKinds },
  authentication: { rule: authenticationTable.rule, default: {} },
  dangerouslyAllowUnauthenticated: { rule: flag, default: false },
  verifyWithProvider: { rule: flag, default: false },
  recebidos: recebidosRule,
  store: storeRule,
  queue: queueRule,
  onError: anyFunction,
  log: eventLogRule,
  useGlobalEnhancers: globalEnhancersRule,
  middleware: { rule: listOf('a list of functions', anyFunction), default: [] },
  concurrency: { rule: integer({ min: 1 }), default: 10 },
  reconciler: reconcilerRule,
  maxBodySize: { rule: integer({ min: 1 }), default: 1024 * 1024 },
  maxEvents: { rule: integer({ min: 1 }), default: 1000 },
  runtime: {
    rule: withMethods('a runtime', ['now', 'elapsed', 'after', 'random']),
    default: systemRuntime,
  },
  // `name` is not an option: its own check reports where to set it.
  name: anything,
});

/** The checked and complete options. */
export type ReceiverSettings = ReturnType<typeof resolveReceiverSettings>;

/**
 * @throws ConfigurationError that lists all problems
 * @throws CertificateError if `authentication.mtls.ca` cannot be read
 */
export function resolveReceiverSettings(
  options: PixWebhookReceiverOptions,
  name: string = DEFAULT_RECEIVER,
) {
  const checker = new OptionChecker('PixWebhookReceiverModule');
  if (!checker.shape(options, table.rule)) checker.throwIfAny();
  const { recebidos, queue, onError, log } = options;
  const { path, notifications, authentication, ...complete } = table.resolve(options);
  const { runtime, verifyWithProvider } = complete;
  const { mtls } = authentication;
  const { store = new InMemoryEventStore({}, runtime) } = options;

  const hasTenants = checkPath(path, checker);
  checker.require(isName(name), `name must be ${NAME_RULE}`);
  checker.require(
    !('name' in options),
    'set name next to useFactory, useClass or useExisting, not in the options that they return',
  );
  checker.require(
    notifications.length > 0 && notifications.every((kind) => notificationKinds.includes(kind)),
    `notifications must contain one or more of ${notificationKinds.join(', ')}`,
  );
  if (hasTenants) checkTenants(options, checker);
  const authenticator = createAuthenticator(authentication, checker, {
    receiver: name,
    needsRecebidos: hasTenants && verifyWithProvider,
    runtime,
  });
  checker.throwIfAny();
  return {
    ...complete,
    ...{ recebidos, store, queue, onError, log },
    name,
    /** With a leading slash and without a trailing one: `''` for the root. */
    path: normalizePath(path),
    /** Whether a segment of the path is the tenant. */
    hasTenants,
    accepted: new Set(notifications),
    authenticator,
    /** Whether the certificate of the connection is verified. TLS then ends in this process. */
    needsTls: mtls !== undefined && 'ca' in mtls && mtls.header === undefined && !mtls.ownServer,
    secretParameter: findSecretParameter(authentication),
    globalEnhancers: resolveGlobalEnhancers(options.useGlobalEnhancers),
    reconciler: resolveReconciler(options.reconciler),
  };
}

/** @returns whether a segment of the path is the tenant */
function checkPath(path: string, checker: OptionChecker): boolean {
  const [first, ...others] = path.split('/').filter((segment) => segment === TENANT_SEGMENT);
  const plain = first === undefined ? path : path.replace(TENANT_SEGMENT, '');
  checker.require(
    others.length === 0 && !/[?#:*{}()\s]/.test(plain),
    'path must not contain a query, a wildcard or a parameter other than one :tenant',
  );
  return first !== undefined;
}

/** Reports options that cannot apply to all tenants. */
function checkTenants(options: PixWebhookReceiverOptions, checker: OptionChecker): void {
  const { authentication, dangerouslyAllowUnauthenticated, recebidos, reconciler } = options;
  const resolves = Boolean(authentication?.resolve);
  checker.require(
    resolves || dangerouslyAllowUnauthenticated === true,
    'path has :tenant, so authentication.resolve is required',
  );
  checker.require(
    resolves || options.verifyWithProvider !== true,
    'verifyWithProvider requires authentication.resolve, which returns recebidos',
  );
  checker.require(
    recebidos === undefined,
    'recebidos would be the same for all tenants: return it from authentication.resolve',
  );
  checker.require(
    reconciler?.every === undefined,
    'reconciler.every does not support tenants: call PixReconciler.run() for each',
  );
}

/** Injection token of the module's checked options. */
export const RECEIVER_SETTINGS = Symbol('nestjs-pix.receiver.settings');
/** Injection token of the worker module's checked options. */
export const WORKER_SETTINGS = Symbol('nestjs-pix.worker.settings');
/** Injection token of the receiver's name. */
export const RECEIVER_NAME = Symbol('nestjs-pix.receiver.name');

/** Lists what the modules of the application provide under a token. */
export function listInstances<T>(discovery: DiscoveryService, wanted: symbol): T[] {
  const wrappers = discovery.getProviders().filter(({ token }) => token === wanted);
  return wrappers.map(({ instance }) => instance as T);
}
