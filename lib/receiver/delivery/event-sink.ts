import type { PixEvent } from '../events/pix-event.js';
import type { PixDeliveryOutcome } from './delivery-outcome.js';

/** Where accepted events go: straight to the handlers, or into a queue. Never rejects. @internal */
export interface EventSink {
  dispatch(event: PixEvent, receivedAt: Date): Promise<PixDeliveryOutcome>;
}

/** @internal */
export const EVENT_SINK = Symbol('nestjs-pix.receiver.event-sink');
