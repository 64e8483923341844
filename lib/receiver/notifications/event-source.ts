import type { PixEvent } from './pix-event.js';

/** The name of the receiver that is registered without one. */
export const DEFAULT_RECEIVER = 'default';

/** The receiver that an event comes through, and the tenant when its path names one. */
export interface EventSource {
  readonly receiver: string;
  readonly tenant?: string | undefined;
}

/**
 * A key that is different for each receiver and tenant. What comes through one of them, which may be forged, then never
 * counts as a repeat at another. The default receiver has the bare key, as stores know it from earlier versions.
 */
export function scopeKey({ receiver, tenant }: EventSource, key: string): string {
  if (tenant !== undefined) return `${receiver}/${tenant}/${key}`;
  return receiver === DEFAULT_RECEIVER ? key : `${receiver}/${key}`;
}

/** The events with keys of their source. */
export function scopeEvents(events: readonly PixEvent[], source: EventSource): readonly PixEvent[] {
  return events.map((event) => ({ ...event, key: scopeKey(source, event.key) }));
}
