import type { PixRuntime } from '../../runtime/index.js';
import type { PixWebhookAuthentication } from '../authentication/authentication.options.js';
import type { PixEventErrorListener, PixEventLogOptions } from '../dispatch/event-failure.js';
import type { PixEnhancerKind } from '../dispatch/handler-enhancers.js';
import type { PixWebhookMiddleware } from '../http/run-middleware.js';
import type { PixNotificationKind } from '../notifications/pix-event.js';
import type { PixRecebidosSource } from '../provider/pix-recebidos-source.js';
import type { PixReconcilerOptions } from '../provider/reconciler/reconciler.options.js';
import type { PixEventQueue } from '../queue/pix-event-queue.js';
import type { PixEventStore } from '../stores/pix-event-store.js';

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
   * are handled one after another, in the order of the notification. With a {@link queue}, how many
   * are put into it at a time. Default: 10.
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
