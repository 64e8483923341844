import type { PixWebhookAuthentication } from './authentication/authentication.options.js';
import type { PixNotificationKind } from './events/pix-event.js';
import type { PixEventStore } from './store/pix-event-store.js';

export interface PixWebhookReceiverOptions {
  /**
   * The path of the address that is registered with the provider, which appends `/pix`, `/rec` or `/cobr` to it
   * (decisions.md, Events); the address itself is served too. Default: `/webhooks/pix`.
   */
  path?: string | undefined;
  /** Whether the application's global prefix stands before the path, as it does before a controller's. Default: true. */
  useGlobalPrefix?: boolean | undefined;
  /** The notifications that are accepted. Default: all. */
  notifications?: readonly PixNotificationKind[] | undefined;
  /** How the provider is told from anybody else. */
  authentication?: PixWebhookAuthentication | undefined;
  /**
   * Lets the application start with handlers and without {@link authentication}: whoever finds the address can then
   * report payments that never were. For local development only. Default: false.
   */
  dangerouslyAllowUnauthenticated?: boolean | undefined;
  /** Remembers what was handled. Default: a new `InMemoryEventStore`. */
  store?: PixEventStore | undefined;
  /** The largest body that is read, in bytes. Default: 1 MiB. */
  maxBodySize?: number | undefined;
  /** The most items that a body may hold. Default: 1,000. */
  maxEvents?: number | undefined;
}

/** Implemented by the class given as `useClass` or `useExisting` to `PixWebhookReceiverModule.forRootAsync`. */
export interface PixWebhookReceiverOptionsFactory {
  createPixWebhookReceiverOptions(): PixWebhookReceiverOptions | Promise<PixWebhookReceiverOptions>;
}
