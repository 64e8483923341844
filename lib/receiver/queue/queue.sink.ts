import { Logger } from '@nestjs/common';
import type { PixDeliveryOutcome } from '../delivery/delivery-outcome.js';
import type { Arrival, EventSink } from '../delivery/event-sink.js';
import { toErrorText, toLogLine } from '../../errors/index.js';
import type { PixEvent } from '../events/pix-event.js';
import { toLogKey } from '../events/to-log-key.js';
import { PixWebhookStats } from '../route/pix-webhook-stats.js';
import type { PixEventQueue } from './pix-event-queue.js';

/** Puts events into the queue. A queue that is away makes the provider repeat. @internal */
export class QueueSink implements EventSink {
  private readonly logger = new Logger('PixWebhookReceiver');

  constructor(
    private readonly queue: PixEventQueue,
    private readonly stats = new PixWebhookStats(),
  ) {}

  async dispatch(
    event: PixEvent,
    { receiver, tenant, receivedAt }: Arrival,
  ): Promise<PixDeliveryOutcome> {
    const { type, key, payload } = event;
    try {
      const queued = {
        type,
        key,
        payload,
        receivedAt: receivedAt.toISOString(),
        receiver,
        ...(tenant === undefined ? {} : { tenant }),
      };
      const found = await this.queue.enqueue(queued);
      if (found?.conflicting === true) this.stats.reportContradiction(event, this.logger);
      this.logger.log(`${type} ${toLogKey(key)}: queued`);
      return 'queued';
    } catch (error) {
      this.logger.error(toLogLine(`${toLogKey(key)} could not be queued: ${toErrorText(error)}`));
      return 'unavailable';
    }
  }
}
