import type { PixEventPayloads, PixEventType } from '../notifications/pix-event.js';

/**
 * An event in a queue: plain data that can be serialized as JSON. Contains the provider's data,
 * including the payer's.
 */
export type PixQueuedEvent<T extends PixEventType = PixEventType> = {
  [K in T]: QueuedEventOfType<K>;
}[T];

interface QueuedEventOfType<T extends PixEventType> {
  type: T;
  /** The same for every delivery of this event and different from all other events. */
  key: string;
  payload: PixEventPayloads[T];
  /** When the notification arrived, RFC 3339. */
  receivedAt: string;
  /**
   * The name of the receiver at which it arrived. Absent on events queued by earlier versions,
   * which means `default`.
   */
  receiver?: string;
  /** The tenant of the event; absent if the receiver's path has no `:tenant`. */
  tenant?: string;
  /**
   * The trace context of its delivery, as HTTP headers (`traceparent`). Absent without a
   * `PixOpenTelemetryModule`, and on events queued by earlier versions.
   */
  trace?: Readonly<Record<string, string>>;
}

/**
 * A worker's result for an event:
 *
 * - `done`: it is handled, in this attempt or before.
 * - `running`: another process is handling it; deliver it again a little later, without counting an
 * attempt.
 * - `failed`: deliver it again until its attempts are used up, then keep it as a dead letter.
 */
export type PixQueueVerdict =
  { outcome: 'done' } | { outcome: 'running' } | { outcome: 'failed'; reason: string };

/** The result of storing an event in a queue. */
export interface PixEnqueued {
  /** Whether the queue holds the same event with different content: amount or txid differ. */
  readonly conflicting: boolean;
}

/** The number of events in a queue by their state. */
export interface PixQueueCounts {
  /** Events that wait for a worker, without those that wait for their next attempt. */
  readonly waiting: number;
  /** Events that a worker handles now. */
  readonly running: number;
  /** Events that wait for their next attempt. */
  readonly delayed: number;
  /** Events whose attempts are used up. */
  readonly deadLetters: number;
}

/**
 * A queue between the route, which stores events and answers, and the processes that run the
 * handlers. `BullMqEventQueue` of `nestjs-pix/bullmq` implements it.
 */
export interface PixEventQueue {
  /** Called when the application starts. If it rejects, the application does not start. */
  open?(): Promise<void>;
  /**
   * Resolves when the event is stored durably. An event that is already in the queue is not added
   * again; if it is a dead letter, its content is replaced by the newer one, so that a replay
   * handles the provider's latest data. May resolve to a {@link PixEnqueued}.
   */
  // eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- a queue may have nothing to report
  enqueue(event: PixQueuedEvent): Promise<PixEnqueued | void>;
  /**
   * Delivers events, each to one worker at a time, until the returned function is called. That
   * function resolves when the delivered events are done.
   */
  work(handle: (event: PixQueuedEvent) => Promise<PixQueueVerdict>): Promise<() => Promise<void>>;
  /**
   * Counts the events. Rejects if the queue cannot be used now. Called by health checks; without it
   * they cannot determine the state of the queue.
   */
  count?(): Promise<PixQueueCounts>;
  /** Called when the application shuts down, after the workers have stopped. */
  close?(): Promise<void>;
}
