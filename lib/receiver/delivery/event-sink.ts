import type { PixEvent } from '../events/pix-event.js';
import type { PixDeliveryOutcome } from './delivery-outcome.js';

/**
 * Where an event comes from: a notification, or the provider's own list of received Pix, read by the reconciler.
 *
 * @internal
 */
export type EventOrigin = 'notification' | 'list';

/** Where accepted events go: straight to the handlers, or into a queue. Never rejects. @internal */
export interface EventSink {
  dispatch(event: PixEvent, receivedAt: Date, origin?: EventOrigin): Promise<PixDeliveryOutcome>;
}

/** @internal */
export const EVENT_SINK = Symbol('nestjs-pix.receiver.event-sink');
