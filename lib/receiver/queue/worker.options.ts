import type { PixEventStore } from '../store/pix-event-store.js';
import type { PixEventQueue } from './pix-event-queue.js';

export interface PixWebhookWorkerOptions {
  /** The queue that `PixWebhookReceiverModule` puts events into, in this process or in others. */
  queue: PixEventQueue;
  /**
   * Remembers which handler is done with which event. It must be shared by all workers: a `PostgresEventStore`, a
   * `RedisEventStore` or one of your own.
   */
  store: PixEventStore;
}

/** Implemented by the class given as `useClass` or `useExisting` to `PixWebhookWorkerModule.forRootAsync`. */
export interface PixWebhookWorkerOptionsFactory {
  createPixWebhookWorkerOptions(): PixWebhookWorkerOptions | Promise<PixWebhookWorkerOptions>;
}
