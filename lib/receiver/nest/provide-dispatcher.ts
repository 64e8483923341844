import type { FactoryProvider } from '@nestjs/common';
import { EventHandlerRegistry } from '../dispatch/event-handler.registry.js';
import { EventDispatcher, type DispatcherOptions } from '../dispatch/event.dispatcher.js';
import { PixWebhookStats } from '../dispatch/pix-webhook-stats.js';

/** @param settings the token of the settings that contain the event store */
export function provideDispatcher(settings: symbol): FactoryProvider<EventDispatcher> {
  return {
    provide: EventDispatcher,
    inject: [EventHandlerRegistry, settings, PixWebhookStats],
    useFactory: (
      registry: EventHandlerRegistry,
      options: DispatcherOptions,
      stats: PixWebhookStats,
    ) => new EventDispatcher(registry, options, stats),
  };
}
