import type { EventSource } from '../notifications/event-source.js';
import type { PixEvent } from '../notifications/pix-event.js';
import type { PixDeliveryOutcome } from './delivery-outcome.js';

/**
 * Where an event comes from: a notification, or the provider's own list of received Pix, read by the reconciler.
 *
 * @internal
 */
export type EventOrigin = 'notification' | 'list';

/** How and when an event arrived. @internal */
export interface Arrival extends EventSource {
  readonly receivedAt: Date;
  readonly origin: EventOrigin;
}

/** Where accepted events go: straight to the handlers, or into a queue. Never rejects. @internal */
export interface EventSink {
  dispatch(event: PixEvent, arrival: Arrival): Promise<PixDeliveryOutcome>;
}

/** @internal */
export const EVENT_SINK = Symbol('nestjs-pix.receiver.event-sink');
