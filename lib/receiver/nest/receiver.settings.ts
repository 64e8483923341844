import { applyDefaults, OptionChecker } from '../../options/index.js';
import { systemRuntime, type PixRuntime } from '../../runtime/index.js';
import type { PixWebhookMtls } from '../authentication/authentication.options.js';
import type { Authenticator } from '../authentication/authenticator.js';
import { createAuthenticator } from '../authentication/create-authenticator.js';
import type { PixEventErrorListener, PixEventLogOptions } from '../dispatch/event-failure.js';
import { resolveGlobalEnhancers } from '../dispatch/global-enhancers.js';
import type { PixEnhancerKind } from '../dispatch/handler-enhancers.js';
import { normalizePath } from '../http/normalize-path.js';
import { TENANT_SEGMENT } from '../http/path-pattern.js';
import type { PixWebhookMiddleware } from '../http/run-middleware.js';
import { DEFAULT_RECEIVER } from '../notifications/event-source.js';
import { isName, NAME_RULE } from '../notifications/names.js';
import { notificationKinds } from '../notifications/notification-kinds.js';
import type { PixNotificationKind } from '../notifications/pix-event.js';
import type { PixRecebidosSource } from '../provider/pix-recebidos-source.js';
import {
  resolveReconciler,
  type ReconcilerSettings,
} from '../provider/reconciler/reconciler.options.js';
import type { PixEventQueue } from '../queue/pix-event-queue.js';
import { InMemoryEventStore } from '../stores/in-memory-event-store.js';
import type { PixEventStore } from '../stores/pix-event-store.js';
import type { PixWebhookReceiverOptions } from './receiver.options.js';
import { receiverRule } from './receiver.rules.js';

const DEFAULTS = {
  path: '/webhooks/pix',
  useGlobalPrefix: true,
  notifications: notificationKinds,
  dangerouslyAllowUnauthenticated: false,
  verifyWithProvider: false,
  concurrency: 10,
  maxBodySize: 1024 * 1024,
  maxEvents: 1000,
  runtime: systemRuntime,
} satisfies PixWebhookReceiverOptions;

/** The checked and complete options. */
export interface ReceiverSettings {
  readonly name: string;
  /** With a leading slash and without a trailing one: `''` for the root. */
  readonly path: string;
  /** Whether a segment of the path is the tenant. */
  readonly hasTenants: boolean;
  readonly useGlobalPrefix: boolean;
  readonly accepted: ReadonlySet<PixNotificationKind>;
  readonly authenticator: Authenticator;
  readonly allowUnauthenticated: boolean;
  /** Whether the certificate of the connection is verified. TLS then ends in this process. */
  readonly needsTls: boolean;
  readonly verifyWithProvider: boolean;
  readonly recebidos: PixRecebidosSource | undefined;
  readonly store: PixEventStore;
  readonly queue: PixEventQueue | undefined;
  readonly onError: PixEventErrorListener | undefined;
  readonly log: PixEventLogOptions | undefined;
  readonly globalEnhancers: readonly PixEnhancerKind[];
  readonly middleware: readonly PixWebhookMiddleware[];
  readonly concurrency: number;
  readonly reconciler: ReconcilerSettings;
  readonly maxBodySize: number;
  readonly maxEvents: number;
  readonly runtime: PixRuntime;
}

/**
 * @throws ConfigurationError that lists all problems
 * @throws CertificateError if `authentication.mtls.ca` cannot be read
 */
export function resolveReceiverSettings(
  options: PixWebhookReceiverOptions,
  name: string = DEFAULT_RECEIVER,
): ReceiverSettings {
  const checker = new OptionChecker('PixWebhookReceiverModule');
  if (!checker.shape(options, receiverRule)) checker.throwIfAny();
  const { authentication = {} } = options;
  const complete = applyDefaults(options, DEFAULTS);
  const { path, notifications, maxBodySize, maxEvents, runtime, verifyWithProvider } = complete;

  const hasTenants = checkPath(path, checker);
  checkName(name, options, checker);
  checkNotifications(notifications, checker);
  checker.integer('concurrency', complete.concurrency, { min: 1 });
  checker.integer('maxBodySize', maxBodySize, { min: 1 });
  checker.integer('maxEvents', maxEvents, { min: 1 });
  const reconciler = resolveReconciler(options.reconciler, checker);
  if (hasTenants) checkTenants(options, checker);
  const authenticator = createAuthenticator(authentication, checker, {
    receiver: name,
    needsRecebidos: hasTenants && verifyWithProvider,
    runtime,
  });
  checker.throwIfAny();
  return {
    name,
    path: normalizePath(path),
    hasTenants,
    useGlobalPrefix: complete.useGlobalPrefix,
    accepted: new Set(notifications),
    authenticator,
    allowUnauthenticated: complete.dangerouslyAllowUnauthenticated,
    needsTls: needsTls(authentication.mtls),
    verifyWithProvider,
    recebidos: options.recebidos,
    store: options.store ?? new InMemoryEventStore({}, runtime),
    queue: options.queue,
    onError: options.onError,
    log: options.log,
    globalEnhancers: resolveGlobalEnhancers(options.useGlobalEnhancers),
    middleware: options.middleware ?? [],
    concurrency: complete.concurrency,
    reconciler,
    maxBodySize,
    maxEvents,
    runtime,
  };
}

function needsTls(mtls: PixWebhookMtls | undefined): boolean {
  return mtls !== undefined && 'ca' in mtls && mtls.header === undefined && !mtls.ownServer;
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

function checkName(name: string, options: object, checker: OptionChecker): void {
  checker.require(isName(name), `name must be ${NAME_RULE}`);
  checker.require(
    !('name' in options),
    'set name next to useFactory, useClass or useExisting, not in the options that they return',
  );
}

function checkNotifications(
  notifications: readonly PixNotificationKind[],
  checker: OptionChecker,
): void {
  checker.require(
    notifications.length > 0 && notifications.every((kind) => notificationKinds.includes(kind)),
    `notifications must contain one or more of ${notificationKinds.join(', ')}`,
  );
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
