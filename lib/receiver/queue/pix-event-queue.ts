import type { PixEventPayloads, PixEventType } from '../notifications/pix-event.js';

/** An event on its way through a queue: plain data, fit for JSON. It holds what the provider told, the payer included. */
export type PixQueuedEvent<T extends PixEventType = PixEventType> = {
  [K in T]: QueuedEventOfType<K>;
}[T];

interface QueuedEventOfType<T extends PixEventType> {
  type: T;
  /** The same for every delivery of the same event, and for no other event. */
  key: string;
  payload: PixEventPayloads[T];
  /** When the notification arrived, RFC 3339. */
  receivedAt: string;
  /** The name of the receiver that it arrived at. Absent on events that earlier versions queued: `default`. */
  receiver?: string;
  /** The tenant whose address it arrived at; absent when the receiver's path names none. */
  tenant?: string;
}

/**
 * What a worker made of an event:
 *
 * - `done`: it was handled, now or before.
 * - `running`: another process is at it; it is to be given out again a little later, and this was no attempt.
 * - `failed`: it is to be given out again until its attempts are used up, and then kept as a dead letter.
 */
export type PixQueueVerdict =
  { outcome: 'done' } | { outcome: 'running' } | { outcome: 'failed'; reason: string };

/** What a queue found when it stored an event. */
export interface PixEnqueued {
  /** Whether the queue holds the same event with another content: amount or txid differ. */
  readonly conflicting: boolean;
}

/**
 * Stands between the route, which stores events and answers, and the processes that run the handlers.
 * `BullMqEventQueue` of `nestjs-pix/bullmq` is one.
 */
export interface PixEventQueue {
  /** Called when the application starts; a rejection keeps it from starting. */
  open?(): Promise<void>;
  /**
   * Resolves when the event is stored and will be given out, whatever becomes of this process. An event that is in the
   * queue already is not added again; where it is a dead letter, it takes the newer content, so that a replay handles
   * what the provider says now. May resolve to a {@link PixEnqueued}.
   */
  // eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- a queue may have nothing to report
  enqueue(event: PixQueuedEvent): Promise<PixEnqueued | void>;
  /**
   * Gives out events, to one worker each at a time, until the returned function is called; it resolves when those given
   * out are done.
   */
  work(handle: (event: PixQueuedEvent) => Promise<PixQueueVerdict>): Promise<() => Promise<void>>;
  /** Called when the application shuts down, after the workers have stopped. */
  close?(): Promise<void>;
}
