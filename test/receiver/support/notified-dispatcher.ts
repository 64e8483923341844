import { EventDispatcher } from '../../../lib/receiver/dispatch/event.dispatcher.js';
import { DEFAULT_RECEIVER, type PixEvent } from '../../../lib/receiver/events.js';

type Rest = Parameters<EventDispatcher['dispatch']> extends [PixEvent, ...infer R] ? R : never;

/** A dispatcher whose events have just been notified, unless a test says otherwise. */
export class NotifiedDispatcher extends EventDispatcher {
  override dispatch(event: PixEvent, ...[arrival, how]: Partial<Rest>) {
    const now = {
      receiver: DEFAULT_RECEIVER,
      receivedAt: new Date(),
      origin: 'notification',
    } as const;
    return super.dispatch(event, arrival ?? now, how);
  }
}
