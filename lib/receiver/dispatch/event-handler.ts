import type { PixEventType } from '../notifications/pix-event.js';
import type { PixEventContext } from './pix-event-context.js';

/** A decorated method of a provider instance. */
export interface EventHandler {
  readonly type: PixEventType;
  /** Unique among the handlers of its event, and the same in every process. */
  readonly id: string;
  readonly order: number;
  /** The names of the receivers that it is bound to; absent if it handles the events of all. */
  readonly receivers?: readonly string[] | undefined;
  readonly instance: object;
  readonly run: (payload: unknown, context: PixEventContext) => unknown;
}
