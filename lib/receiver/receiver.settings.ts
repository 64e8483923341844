import { ConfigurationError } from '../errors/index.js';
import type { Authenticator } from './authentication/authenticator.js';
import { createAuthenticator } from './authentication/create-authenticator.js';
import type { PixNotificationKind } from './events/pix-event.js';
import type { PixEventQueue } from './queue/pix-event-queue.js';
import type { PixRecebidosSource } from './recebidos/pix-recebidos-source.js';
import type { PixWebhookReceiverOptions } from './receiver.options.js';
import { resolveReconciler } from './reconciler/reconciler.options.js';
import type { ReconcilerSettings } from './reconciler/reconciler.options.js';
import { systemRuntime } from '../runtime/index.js';
import type { PixRuntime } from '../runtime/index.js';
import { InMemoryEventStore } from './store/in-memory-event-store.js';
import type { PixEventStore } from './store/pix-event-store.js';

const KINDS: readonly PixNotificationKind[] = ['pix', 'rec', 'cobr'];

/** The options, checked and complete. */
export interface ReceiverSettings {
  /** With a leading slash and without a trailing one: `''` for the root. */
  readonly path: string;
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
export function resolveSettings(options: PixWebhookReceiverOptions): ReceiverSettings {
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

  if (/[?#:*{}()\s]/.test(path)) complain('path must be plain: no query, parameter or wildcard');
  if (notifications.length === 0 || notifications.some((kind) => !KINDS.includes(kind))) {
    complain(`notifications must name some of ${KINDS.join(', ')}`);
  }
  for (const [name, limit] of Object.entries({ maxBodySize, maxEvents })) {
    if (!Number.isInteger(limit) || limit < 1) complain(`${name} must be a positive integer`);
  }
  const reconciler = resolveReconciler(options.reconciler ?? {}, complain);
  const authenticator = createAuthenticator(authentication, complain, runtime);
  if (problems.length > 0) {
    throw new ConfigurationError(`PixWebhookReceiverModule: ${problems.join('; ')}.`);
  }
  const { mtls } = authentication;
  return {
    path: normalizePath(path),
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

/** `/a/b` of `a/b/`; nothing of `/`. */
export function normalizePath(...parts: string[]): string {
  return parts
    .flatMap((part) => part.split('/'))
    .filter((segment) => segment !== '')
    .map((segment) => `/${segment}`)
    .join('');
}
