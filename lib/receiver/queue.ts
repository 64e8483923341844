import { Logger } from '@nestjs/common';
import { toErrorText, toLogLine } from '../errors/index.js';
import {
  isLogLevelEnabled,
  observe,
  type PixEnqueueActivity,
  type PixTelemetry,
} from '../observe/index.js';
import { withMethods } from '../options/index.js';
import type { Arrival, DispatchOptions, EventSink } from './dispatch/event-sink.js';
import type { PixEventLogOptions } from './dispatch/handlers.js';
import { type PixDeliveryOutcome, PixWebhookStats } from './dispatch/outcomes.js';
import {
  type PixEvent,
  type PixEventPayloads,
  type PixEventType,
  toEventLabels,
  toLogKey,
} from './events.js';

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
  /**
   * Those of the events that wait, and of the latest dead letters, that this process could not open:
   * without its key, or changed by others. Absent if the queue does not encrypt events.
   */
  readonly unopened?: number | undefined;
}

/**
 * A queue between the route, which stores events and answers, and the processes that run the
 * handlers. `BullMqEventQueue` of `nestjs-pix/bullmq` implements it.
 */
export interface PixEventQueue {
  /**
   * Whether concurrent calls of `enqueue` share requests. The receiver then stores all events of a
   * notification at once; otherwise at most `PixWebhookReceiverOptions.concurrency` of them at a
   * time. Default: false.
   */
  readonly batches?: boolean | undefined;
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

/** The rule of an option that is a `PixEventQueue`. */
export const queueRule = withMethods(
  'a queue with the methods enqueue and work, such as a BullMqEventQueue',
  ['enqueue', 'work'],
  ['open', 'count', 'close'],
);

/**
 * Puts events into the queue. If the queue is unavailable, the provider repeats the notification.
 */
export class QueueSink implements EventSink {
  readonly #logger = new Logger('PixWebhookReceiver');

  constructor(
    private readonly queue: PixEventQueue,
    private readonly stats = new PixWebhookStats(),
    private readonly telemetry?: PixTelemetry,
    private readonly log: PixEventLogOptions = {},
  ) {}

  dispatch(
    event: PixEvent,
    arrival: Arrival,
    { gate }: DispatchOptions = {},
  ): Promise<PixDeliveryOutcome> {
    const work = () => this.#dispatch(event, arrival);
    return gate && this.queue.batches !== true ? gate(work) : work();
  }

  async #dispatch(event: PixEvent, arrival: Arrival): Promise<PixDeliveryOutcome> {
    if (!this.telemetry) return this.#enqueue(event, arrival);
    const { receiver, origin } = arrival;
    const labels = toEventLabels(event, receiver);
    const activity: PixEnqueueActivity = { kind: 'enqueue', event: labels, outcome: undefined };
    const outcome = await observe(this.telemetry, activity, async () => {
      return (activity.outcome = await this.#enqueue(event, arrival));
    });
    this.telemetry.countEvent({ receiver, type: event.type, outcome, origin });
    return outcome;
  }

  async #enqueue(
    event: PixEvent,
    { receiver, tenant, receivedAt }: Arrival,
  ): Promise<PixDeliveryOutcome> {
    const { type, key } = event;
    const trace = this.telemetry?.injectTrace();
    try {
      const queued: PixQueuedEvent = {
        receivedAt: receivedAt.toISOString(),
        receiver,
        ...event,
        ...(tenant === undefined ? {} : { tenant }),
        ...(trace === undefined ? {} : { trace }),
      };
      const found = await this.queue.enqueue(queued);
      if (found?.conflicting === true) this.stats.reportContradiction(event, this.#logger);
      const { success = false } = this.log;
      if (success !== false && isLogLevelEnabled(success)) {
        this.#logger[success](`${type} ${toLogKey(key)}: queued`);
      }
      return 'queued';
    } catch (error) {
      this.#logger.error(toLogLine(`Could not queue ${toLogKey(key)}: ${toErrorText(error)}`));
      return 'unavailable';
    }
  }
}
