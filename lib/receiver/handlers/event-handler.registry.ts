import type { PixEventType } from '../events/pix-event.js';
import type { EventHandler } from './event-handler.js';

/** The handlers of the application, known once it has started. @internal */
export class EventHandlerRegistry {
  private readonly handlers = new Map<PixEventType, EventHandler[]>();

  fill(handlers: readonly EventHandler[]): void {
    this.handlers.clear();
    for (const handler of handlers) {
      this.handlers.set(handler.type, [...this.of(handler.type), handler]);
    }
  }

  of(type: PixEventType): readonly EventHandler[] {
    return this.handlers.get(type) ?? [];
  }

  get ids(): string[] {
    return [...new Set([...this.handlers.values()].flat().map(({ id }) => id))];
  }
}
