import 'reflect-metadata';
import type { PixEventType } from '../notifications/pix-event.js';

export interface PixEventHandlerOptions {
  /** The handlers of an event run one after the other in ascending order. Default: 0. */
  order?: number | undefined;
  /**
   * The handler's name in the store and in the log. Default: `Class.method`. With a persistent
   * store, set it before you rename the class or method, so that handled events remain handled.
   */
  id?: string | undefined;
  /**
   * The receivers whose events the method handles, by the `name` of their
   * `PixWebhookReceiverModule`; the receiver without a name is `default`. The application does not
   * start with an unknown name or `undefined`. Default: all receivers.
   */
  receiver?: string | readonly string[];
}

export interface EventHandlerMetadata extends PixEventHandlerOptions {
  readonly type: PixEventType;
}

// A registered symbol, so that a second copy of the library in the application finds the same
// handlers.
const HANDLES = Symbol.for('nestjs-pix.receiver.handles');

export function addHandlerMetadata(method: object, metadata: EventHandlerMetadata): void {
  Reflect.defineMetadata(HANDLES, [...getHandlerMetadata(method), metadata], method);
}

export function getHandlerMetadata(method: object): readonly EventHandlerMetadata[] {
  return (Reflect.getOwnMetadata(HANDLES, method) as EventHandlerMetadata[] | undefined) ?? [];
}
