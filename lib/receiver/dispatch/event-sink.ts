import type { EventSource } from '../notifications/event-source.js';
import type { PixEvent } from '../notifications/pix-event.js';
import type { PixDeliveryOutcome } from './delivery-outcome.js';

/**
 * The source of an event: a notification, or the provider's list of received Pix, which the
 * reconciler reads.
 * @internal
 */
export type EventOrigin = 'notification' | 'list';

/** How and when an event arrived. @internal */
export interface Arrival extends EventSource {
  readonly receivedAt: Date;
  readonly origin: EventOrigin;
}

/** Runs work when its turn has come, and resolves or rejects as the work does. @internal */
export type Gate = <T>(work: () => T | PromiseLike<T>) => Promise<T>;

/** How an event is dispatched. @internal */
export interface DispatchOptions {
  /** Default: the event is processed at once. */
  readonly gate?: Gate | undefined;
}

/** The destination of accepted events: the handlers or a queue. Never rejects. @internal */
export interface EventSink {
  dispatch(
    event: PixEvent,
    arrival: Arrival,
    options?: DispatchOptions,
  ): Promise<PixDeliveryOutcome>;
}

/** @internal */
export const EVENT_SINK = Symbol('nestjs-pix.receiver.event-sink');
