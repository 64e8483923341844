import type { PixEventType } from '../notifications/pix-event.js';
import type { EventHandler } from './event-handler.js';

/** The handlers of the application, known once it has started. @internal */
export class EventHandlerRegistry {
  private readonly handlers = new Map<PixEventType, EventHandler[]>();

  fill(handlers: readonly EventHandler[]): void {
    this.handlers.clear();
    for (const handler of handlers) {
      this.handlers.set(handler.type, [...(this.handlers.get(handler.type) ?? []), handler]);
    }
  }

  /** The handlers of an event that came through a receiver, in the order in which they run. */
  of(type: PixEventType, receiver: string): readonly EventHandler[] {
    return (this.handlers.get(type) ?? []).filter((handler) => hears(handler, receiver));
  }

  /** The ids of the handlers of a receiver; by default of all handlers. */
  ids(receiver?: string): string[] {
    const all = [...this.handlers.values()].flat();
    const own = receiver === undefined ? all : all.filter((each) => hears(each, receiver));
    return [...new Set(own.map(({ id }) => id))];
  }
}

function hears({ receivers }: EventHandler, receiver: string): boolean {
  return !receivers || receivers.includes(receiver);
}
