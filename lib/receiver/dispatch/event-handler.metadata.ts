import 'reflect-metadata';
import type { PixEventType } from '../notifications/pix-event.js';

export interface PixEventHandlerOptions {
  /** Handlers of an event run one after the other, the lowest first. Default: 0. */
  order?: number | undefined;
  /**
   * The handler's name in the store and in the log. Default: `Class.method`. With a store that outlives the process,
   * give one before renaming class or method, so that events already handled stay handled.
   */
  id?: string | undefined;
  /**
   * The receivers whose events the method handles, by the `name` of their `PixWebhookReceiverModule`; the one without a
   * name is `default`. With a name that no receiver has, or `undefined`, the application does not start. Default: all
   * receivers.
   */
  receiver?: string | readonly string[];
}

export interface EventHandlerMetadata extends PixEventHandlerOptions {
  readonly type: PixEventType;
}

// Registered, so that a second copy of the library in the application sees the same handlers.
const HANDLES = Symbol.for('nestjs-pix.receiver.handles');

export function addHandlerMetadata(method: object, metadata: EventHandlerMetadata): void {
  Reflect.defineMetadata(HANDLES, [...handlerMetadataOf(method), metadata], method);
}

export function handlerMetadataOf(method: object): readonly EventHandlerMetadata[] {
  return (Reflect.getOwnMetadata(HANDLES, method) as EventHandlerMetadata[] | undefined) ?? [];
}
