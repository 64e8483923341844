import type { Provider } from '@nestjs/common';
import { EVENT_SINK } from './delivery/event-sink.js';
import type { EventSink } from './delivery/event-sink.js';
import { NotificationIntake } from './delivery/notification.intake.js';
import { EventDispatcher } from './handlers/event.dispatcher.js';
import { EventHandlerExplorer } from './handlers/event-handler.explorer.js';
import { EventHandlerRegistry } from './handlers/event-handler.registry.js';
import { QueueSink } from './queue/queue.sink.js';
import { RecebidosLocator } from './recebidos/recebidos.locator.js';
import { PixReconciler } from './reconciler/pix-reconciler.js';
import { ReconcilerSchedule } from './reconciler/reconciler.schedule.js';
import { MODULE_OPTIONS_TOKEN } from './receiver.module-definition.js';
import { ReceiverBootstrap } from './receiver.bootstrap.js';
import { resolveSettings } from './receiver.settings.js';
import type { ReceiverSettings } from './receiver.settings.js';
import { RECEIVER_NAME, RECEIVER_SETTINGS } from './receiver.tokens.js';
import { ReceiverDirectory } from './tenancy/receiver.directory.js';
import { PixWebhookStats } from './route/pix-webhook-stats.js';
import { WebhookListener } from './route/webhook.listener.js';
import { WebhookRoute } from './route/webhook.route.js';
import { ProviderVerifier } from './verification/provider-verifier.js';

export const receiverProviders: Provider[] = [
  {
    provide: RECEIVER_SETTINGS,
    useFactory: resolveSettings,
    inject: [MODULE_OPTIONS_TOKEN, RECEIVER_NAME],
  },
  EventHandlerRegistry,
  EventHandlerExplorer,
  EventDispatcher,
  ReceiverDirectory,
  {
    provide: EVENT_SINK,
    inject: [RECEIVER_SETTINGS, EventDispatcher, PixWebhookStats],
    useFactory: (
      { queue }: ReceiverSettings,
      dispatcher: EventDispatcher,
      stats: PixWebhookStats,
    ): EventSink => (queue ? new QueueSink(queue, stats) : dispatcher),
  },
  RecebidosLocator,
  ProviderVerifier,
  NotificationIntake,
  PixWebhookStats,
  PixReconciler,
  ReconcilerSchedule,
  WebhookListener,
  WebhookRoute,
  ReceiverBootstrap,
];
