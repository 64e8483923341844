import type { PixEventQueue } from '../../queue/pix-event-queue.js';
import type { PixEventStore } from '../../stores/pix-event-store.js';

export interface PixWebhookWorkerOptions {
  /** The queue that `PixWebhookReceiverModule` puts events into, in this process or in others. */
  queue: PixEventQueue;
  /**
   * Remembers which handler is done with which event. It must be shared by all workers: a `PostgresEventStore`, a
   * `RedisEventStore` or one of your own.
   */
  store: PixEventStore;
  /**
   * The names of the receivers whose events the queue holds. Needed when a handler is bound to a receiver that is not in
   * this application, so that a wrong name is found at the start. Default: the receivers of this application.
   */
  receivers?: readonly string[] | undefined;
}

/** Implemented by the class given as `useClass` or `useExisting` to `PixWebhookWorkerModule.forRootAsync`. */
export interface PixWebhookWorkerOptionsFactory {
  createPixWebhookWorkerOptions(): PixWebhookWorkerOptions | Promise<PixWebhookWorkerOptions>;
}
