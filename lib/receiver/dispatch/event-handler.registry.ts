import type { PixEventType } from '../notifications/pix-event.js';
import type { EventHandler } from './event-handler.js';

/** The handlers of the application. Complete after startup. @internal */
export class EventHandlerRegistry {
  readonly #handlers = new Map<PixEventType, EventHandler[]>();

  fill(handlers: readonly EventHandler[]): void {
    this.#handlers.clear();
    for (const handler of handlers) {
      this.#handlers.set(handler.type, [...(this.#handlers.get(handler.type) ?? []), handler]);
    }
  }

  /**
   * Returns the handlers of an event that arrived at a receiver, in the order in which they run.
   */
  of(type: PixEventType, receiver: string): readonly EventHandler[] {
    return (this.#handlers.get(type) ?? []).filter((handler) => isBoundTo(handler, receiver));
  }

  /** Returns the ids of a receiver's handlers; by default of all handlers. */
  ids(receiver?: string): string[] {
    const all = [...this.#handlers.values()].flat();
    const own = receiver === undefined ? all : all.filter((each) => isBoundTo(each, receiver));
    return [...new Set(own.map(({ id }) => id))];
  }
}

function isBoundTo({ receivers }: EventHandler, receiver: string): boolean {
  return !receivers || receivers.includes(receiver);
}
