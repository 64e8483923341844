import type { PixEventErrorListener, PixEventLogOptions } from '../../dispatch/event-failure.js';
import type { PixEnhancerKind } from '../../dispatch/handler-enhancers.js';
import type { PixEventQueue } from '../../queue/pix-event-queue.js';
import type { PixEventStore } from '../../stores/pix-event-store.js';

export interface PixWebhookWorkerOptions {
  /** The queue into which `PixWebhookReceiverModule` puts events, in this process or in another. */
  queue: PixEventQueue;
  /**
   * Records which handler has completed which event. All workers must share it: a
   * `PostgresEventStore`, a `RedisEventStore` or your own implementation.
   */
  store: PixEventStore;
  /**
   * The names of the receivers whose events the queue holds. Required if a handler is bound to a
   * receiver of another application, so that a wrong name is detected at startup. Default: the
   * receivers of this application.
   */
  receivers?: readonly string[] | undefined;
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
   * Whether the application's global guards, interceptors and exception filters run around handlers as
   * well: see `PixWebhookReceiverOptions.useGlobalEnhancers`. Default: `false`.
   */
  useGlobalEnhancers?: boolean | readonly PixEnhancerKind[] | undefined;
}

/**
 * Implemented by the class given as `useClass` or `useExisting` to
 * `PixWebhookWorkerModule.forRootAsync`.
 */
export interface PixWebhookWorkerOptionsFactory {
  createPixWebhookWorkerOptions(): PixWebhookWorkerOptions | Promise<PixWebhookWorkerOptions>;
}
