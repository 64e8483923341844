import type { PixEventType } from '../events/pix-event.js';
import type { EventHandler } from './event-handler.js';

/** The handlers of the application, known once it has started. @internal */
export class EventHandlerRegistry {
  private handlers: readonly EventHandler[] = [];

  fill(handlers: readonly EventHandler[]): void {
    this.handlers = handlers;
  }

  of(type: PixEventType): readonly EventHandler[] {
    return this.handlers.filter((handler) => handler.type === type);
  }

  get ids(): string[] {
    return [...new Set(this.handlers.map(({ id }) => id))];
  }
}
