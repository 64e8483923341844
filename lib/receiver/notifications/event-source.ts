import type { PixEvent } from './pix-event.js';

/** The name of the receiver that is registered without one. */
export const DEFAULT_RECEIVER = 'default';

/** The receiver at which an event arrives, and the tenant if the receiver's path has one. */
export interface EventSource {
  readonly receiver: string;
  readonly tenant?: string | undefined;
}

/**
 * Builds a key that is unique for each receiver and tenant. An event at one of them, which may be
 * forged, then never counts as a duplicate at another. The default receiver keeps the unscoped key,
 * as stored by earlier versions.
 */
export function scopeKey({ receiver, tenant }: EventSource, key: string): string {
  if (tenant !== undefined) return `${receiver}/${tenant}/${key}`;
  return receiver === DEFAULT_RECEIVER ? key : `${receiver}/${key}`;
}

/** Returns the events with the keys of their source. */
export function scopeEvents(events: readonly PixEvent[], source: EventSource): readonly PixEvent[] {
  return events.map((event) => ({ ...event, key: scopeKey(source, event.key) }));
}
