import type { PixRuntime } from '../../runtime/index.js';
import type { PixWebhookAuthentication } from '../authentication/authentication.options.js';
import type { PixNotificationKind } from '../notifications/pix-event.js';
import type { PixRecebidosSource } from '../provider/pix-recebidos-source.js';
import type { PixReconcilerOptions } from '../provider/reconciler/reconciler.options.js';
import type { PixEventQueue } from '../queue/pix-event-queue.js';
import type { PixEventStore } from '../stores/pix-event-store.js';

/** What `forRoot` and `forRootAsync` take beside the options. */
export interface PixWebhookReceiverExtras {
  /**
   * Tells several receivers of one application apart: 1 to 64 letters, digits, `.`, `_`, `~` or `-`. Handlers bound to it
   * (`@OnPixRecebido({ receiver: 'filial' })`) hear its events alone, and `context.receiver` names it. It is part of the
   * keys of its events, so a name that changes makes handled events count as new. `verifyWithProvider` and
   * `PixReconciler` read at the `PixModule` of the same name. Default: `default`.
   */
  name?: string | undefined;
}

export interface PixWebhookReceiverOptions {
  /**
   * The path of the address that is registered with the provider, which appends `/pix`, `/rec` or `/cobr` to it; the
   * address itself is served too. One segment may be `:tenant` (`/webhooks/pix/:tenant`): it names the tenant, whom
   * `authentication.resolve` looks up. Two receivers whose paths overlap are refused. Default: `/webhooks/pix`.
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
  /**
   * Reads each notified Pix back at the provider before a handler runs, and hands the handler the provider's version. A
   * notification that says otherwise (`valor`, `txid`, `chave`, the state of a refund) or tells of a Pix that the
   * provider has not is answered 403, and one whose Pix cannot be read just now 503; both are repeated by the provider.
   * It comes on top of {@link authentication}. Of Pix Automático, the Pix in a recurring charge are read; states of
   * charges and recurrences are not. Default: false.
   */
  verifyWithProvider?: boolean | undefined;
  /**
   * Where received Pix are read, by {@link verifyWithProvider} and `PixReconciler`: `client.recebidos` of the account that
   * this receiver is for. Default: the application's `PixModule` of the receiver's name, or the one without a name. With
   * `:tenant` in the path, `authentication.resolve` answers with each tenant's own.
   */
  recebidos?: PixRecebidosSource | undefined;
  /**
   * Records what was handled: `PostgresEventStore`, `RedisEventStore` or one of your own. Default: a new
   * `InMemoryEventStore`, which forgets everything when the process ends; with `NODE_ENV=production` the receiver warns
   * of it.
   */
  store?: PixEventStore | undefined;
  /**
   * Puts events into a queue and answers, instead of running the handlers meanwhile. They run where
   * `PixWebhookWorkerModule` is. Default: none.
   */
  queue?: PixEventQueue | undefined;
  /** How `PixReconciler` works. */
  reconciler?: PixReconcilerOptions | undefined;
  /** The largest body that is read, in bytes. Default: 1 MiB. */
  maxBodySize?: number | undefined;
  /** The most items, and the most events, that a body may hold. Default: 1,000. */
  maxEvents?: number | undefined;
  /** @internal Time and timers. Default: those of the process. */
  runtime?: PixRuntime | undefined;
}

/** Implemented by the class given as `useClass` or `useExisting` to `PixWebhookReceiverModule.forRootAsync`. */
export interface PixWebhookReceiverOptionsFactory {
  createPixWebhookReceiverOptions(): PixWebhookReceiverOptions | Promise<PixWebhookReceiverOptions>;
}
