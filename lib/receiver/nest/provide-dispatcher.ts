import type { FactoryProvider } from '@nestjs/common';
import { PIX_TELEMETRY, type PixTelemetry } from '../../telemetry/index.js';
import { EventHandlerRegistry } from '../dispatch/event-handler.registry.js';
import { EventDispatcher, type DispatcherOptions } from '../dispatch/event.dispatcher.js';
import { PixWebhookStats } from '../dispatch/pix-webhook-stats.js';

/** The observer of the application, if it imports one. */
export const OPTIONAL_TELEMETRY = { token: PIX_TELEMETRY, optional: true };

/**
 * @param settings the token of the settings that contain the event store
 * @param context of the log lines
 */
export function provideDispatcher(
  settings: symbol,
  context: string,
): FactoryProvider<EventDispatcher> {
  return {
    provide: EventDispatcher,
    inject: [EventHandlerRegistry, settings, PixWebhookStats, OPTIONAL_TELEMETRY],
    useFactory: (
      registry: EventHandlerRegistry,
      options: DispatcherOptions,
      stats: PixWebhookStats,
      telemetry: PixTelemetry | undefined,
    ) => new EventDispatcher(registry, options, stats, { context, telemetry }),
  };
}
