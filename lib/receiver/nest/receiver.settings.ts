import { ConfigurationError } from '../../errors/index.js';
import type { Authenticator } from '../authentication/authenticator.js';
import { createAuthenticator } from '../authentication/create-authenticator.js';
import type { Complain } from '../authentication/create-checks.js';
import type { PixNotificationKind } from '../notifications/pix-event.js';
import type { PixEventQueue } from '../queue/pix-event-queue.js';
import type { PixRecebidosSource } from '../provider/pix-recebidos-source.js';
import type { PixWebhookReceiverOptions } from './receiver.options.js';
import { resolveReconciler } from '../provider/reconciler/reconciler.options.js';
import type { ReconcilerSettings } from '../provider/reconciler/reconciler.options.js';
import { systemRuntime } from '../../runtime/index.js';
import type { PixRuntime } from '../../runtime/index.js';
import { DEFAULT_RECEIVER } from '../notifications/event-source.js';
import { isName, NAME_RULE } from '../notifications/names.js';
import { normalizePath } from '../http/normalize-path.js';
import { TENANT_SEGMENT } from '../http/path-pattern.js';
import { InMemoryEventStore } from '../stores/in-memory-event-store.js';
import type { PixEventStore } from '../stores/pix-event-store.js';

const KINDS: readonly PixNotificationKind[] = ['pix', 'rec', 'cobr'];

/** The options, checked and complete. */
export interface ReceiverSettings {
  readonly name: string;
  /** With a leading slash and without a trailing one: `''` for the root. */
  readonly path: string;
  /** Whether a segment of the path names a tenant. */
  readonly hasTenants: boolean;
  readonly useGlobalPrefix: boolean;
  readonly accepted: ReadonlySet<PixNotificationKind>;
  readonly authenticator: Authenticator;
  readonly allowUnauthenticated: boolean;
  /** The certificate of the connection itself is asked for, so TLS must end in this process. */
  readonly needsTls: boolean;
  readonly verifyWithProvider: boolean;
  readonly recebidos: PixRecebidosSource | undefined;
  readonly store: PixEventStore;
  readonly queue: PixEventQueue | undefined;
  readonly reconciler: ReconcilerSettings;
  readonly maxBodySize: number;
  readonly maxEvents: number;
  readonly runtime: PixRuntime;
}

/**
 * @throws ConfigurationError that lists all that is wrong
 * @throws CertificateError when `authentication.mtls.ca` cannot be read
 */
export function resolveSettings(
  options: PixWebhookReceiverOptions,
  name: string = DEFAULT_RECEIVER,
): ReceiverSettings {
  const problems: string[] = [];
  const complain = (problem: string) => problems.push(problem);
  const {
    path = '/webhooks/pix',
    notifications = KINDS,
    authentication = {},
    maxBodySize = 1024 * 1024,
    maxEvents = 1000,
    runtime = systemRuntime,
  } = options;

  const hasTenants = checkPath(path, complain);
  checkName(name, options, complain);
  if (notifications.length === 0 || notifications.some((kind) => !KINDS.includes(kind))) {
    complain(`notifications must name some of ${KINDS.join(', ')}`);
  }
  for (const [name, limit] of Object.entries({ maxBodySize, maxEvents })) {
    if (!Number.isInteger(limit) || limit < 1) complain(`${name} must be a positive integer`);
  }
  const reconciler = resolveReconciler(options.reconciler ?? {}, complain);
  if (hasTenants) checkTenants(options, complain);
  const needsRecebidos = hasTenants && options.verifyWithProvider === true;
  const authenticator = createAuthenticator(authentication, complain, {
    receiver: name,
    needsRecebidos,
    runtime,
  });
  if (problems.length > 0) {
    throw new ConfigurationError(`PixWebhookReceiverModule: ${problems.join('; ')}.`);
  }
  const { mtls } = authentication;
  return {
    name,
    path: normalizePath(path),
    hasTenants,
    useGlobalPrefix: options.useGlobalPrefix ?? true,
    accepted: new Set(notifications),
    authenticator,
    allowUnauthenticated: options.dangerouslyAllowUnauthenticated === true,
    needsTls: mtls !== undefined && 'ca' in mtls && mtls.header === undefined && !mtls.ownServer,
    verifyWithProvider: options.verifyWithProvider === true,
    recebidos: options.recebidos,
    store: options.store ?? new InMemoryEventStore({}, runtime),
    queue: options.queue,
    reconciler,
    maxBodySize,
    maxEvents,
    runtime,
  };
}

/** @returns whether a segment of the path names a tenant */
function checkPath(path: string, complain: Complain): boolean {
  const [first, ...others] = path.split('/').filter((segment) => segment === TENANT_SEGMENT);
  const plain = first === undefined ? path : path.replace(TENANT_SEGMENT, '');
  if (/[?#:*{}()\s]/.test(plain) || others.length > 0) {
    complain('path must be plain: no query, wildcard or parameter but one :tenant');
  }
  return first !== undefined;
}

function checkName(name: string, options: object, complain: Complain): void {
  if (!isName(name)) complain(`name must be ${NAME_RULE}`);
  if ('name' in options) {
    complain(
      'name stands beside useFactory, useClass or useExisting, and not in what they answer with',
    );
  }
}

/** What cannot be the same for all tenants. */
function checkTenants(options: PixWebhookReceiverOptions, complain: Complain): void {
  const { authentication, dangerouslyAllowUnauthenticated, recebidos, reconciler } = options;
  if (!authentication?.resolve) {
    if (dangerouslyAllowUnauthenticated !== true) {
      complain('path has :tenant, so authentication.resolve must say how each tenant is told');
    }
    if (options.verifyWithProvider === true) {
      complain('verifyWithProvider needs authentication.resolve, which answers with recebidos');
    }
  }
  if (recebidos !== undefined) {
    complain(
      'recebidos would be the same for all tenants: let authentication.resolve answer with it',
    );
  }
  if (reconciler?.every !== undefined) {
    complain('reconciler.every knows no tenants: call PixReconciler.run() for each');
  }
}
