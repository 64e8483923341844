import { Logger } from '@nestjs/common';
import { toErrorText, toLogLine } from '../../errors/index.js';
import {
  isLogLevelEnabled,
  observe,
  type PixEnqueueActivity,
  type PixTelemetry,
} from '../../telemetry/index.js';
import type { PixDeliveryOutcome } from '../dispatch/delivery-outcome.js';
import type { PixEventLogOptions } from '../dispatch/event-failure.js';
import type { Arrival, DispatchOptions, EventSink } from '../dispatch/event-sink.js';
import { PixWebhookStats } from '../dispatch/pix-webhook-stats.js';
import { toEventLabels } from '../notifications/event-labels.js';
import type { PixEvent } from '../notifications/pix-event.js';
import { toLogKey } from '../notifications/to-log-key.js';
import type { PixEventQueue, PixQueuedEvent } from './pix-event-queue.js';

/**
 * Puts events into the queue. If the queue is unavailable, the provider repeats the notification.
 * @internal
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
    return gate ? gate(work) : work();
  }

  async #dispatch(event: PixEvent, arrival: Arrival): Promise<PixDeliveryOutcome> {
    if (!this.telemetry) return this.#enqueue(event, arrival);
    const { receiver, origin } = arrival;
    const activity: PixEnqueueActivity = {
      kind: 'enqueue',
      event: toEventLabels(event, receiver),
      outcome: undefined,
    };
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
        ...event,
        receivedAt: receivedAt.toISOString(),
        receiver,
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
