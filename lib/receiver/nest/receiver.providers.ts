import type { FactoryProvider, Provider } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ConcealedOptions } from '../../options/index.js';
import type { PixTelemetry } from '../../telemetry/index.js';
import { EventHandlerExplorer } from '../dispatch/event-handler.explorer.js';
import { EventHandlerRegistry } from '../dispatch/event-handler.registry.js';
import { EVENT_SINK, type EventSink } from '../dispatch/event-sink.js';
import { EventDispatcher } from '../dispatch/event.dispatcher.js';
import { PixWebhookStats } from '../dispatch/pix-webhook-stats.js';
import { NotificationIntake } from '../http/notification.intake.js';
import { WebhookListener } from '../http/webhook.listener.js';
import { WebhookRoute } from '../http/webhook.route.js';
import { PixReconciler } from '../provider/reconciler/pix-reconciler.js';
import { ReconcilerSchedule } from '../provider/reconciler/reconciler.schedule.js';
import { ProviderVerifier } from '../provider/verification/provider-verifier.js';
import { QueueSink } from '../queue/queue.sink.js';
import { OPTIONAL_TELEMETRY, provideDispatcher } from './provide-dispatcher.js';
import { ReceivedPixSourceLocator } from './received-pix-source.locator.js';
import { ReceiverBootstrap } from './receiver.bootstrap.js';
import { ReceiverDirectory } from './receiver.directory.js';
import { MODULE_OPTIONS_TOKEN } from './receiver.module-definition.js';
import type { PixWebhookReceiverOptions } from './receiver.options.js';
import { resolveReceiverSettings, type ReceiverSettings } from './receiver.settings.js';
import { RECEIVER_NAME, RECEIVER_SETTINGS } from './tokens.js';

/** The providers of a receiver. Each receives only the settings that it needs. */
export const receiverProviders: Provider[] = [
  {
    provide: RECEIVER_SETTINGS,
    useFactory: (
      options: PixWebhookReceiverOptions | ConcealedOptions<PixWebhookReceiverOptions>,
      name: string,
    ) => resolveReceiverSettings(ConcealedOptions.reveal(options), name),
    inject: [MODULE_OPTIONS_TOKEN, RECEIVER_NAME],
  },
  EventHandlerRegistry,
  EventHandlerExplorer,
  provideDispatcher(RECEIVER_SETTINGS, 'PixWebhookReceiver'),
  PixWebhookStats,
  {
    provide: EVENT_SINK,
    inject: [RECEIVER_SETTINGS, EventDispatcher, PixWebhookStats, OPTIONAL_TELEMETRY],
    useFactory: (
      { queue, log }: ReceiverSettings,
      dispatcher: EventDispatcher,
      stats: PixWebhookStats,
      telemetry: PixTelemetry | undefined,
    ): EventSink => (queue ? new QueueSink(queue, stats, telemetry, log) : dispatcher),
  } satisfies FactoryProvider<EventSink>,
  ReceivedPixSourceLocator,
  {
    provide: NotificationIntake,
    inject: [EVENT_SINK, ReceivedPixSourceLocator, RECEIVER_SETTINGS],
    useFactory: (sink: EventSink, locator: ReceivedPixSourceLocator, settings: ReceiverSettings) =>
      new NotificationIntake(sink, new ProviderVerifier(), locator, settings),
  } satisfies FactoryProvider<NotificationIntake>,
  {
    provide: PixReconciler,
    inject: [RECEIVER_SETTINGS, EVENT_SINK, ReceivedPixSourceLocator, OPTIONAL_TELEMETRY],
    useFactory: (
      settings: ReceiverSettings,
      sink: EventSink,
      locator: ReceivedPixSourceLocator,
      telemetry: PixTelemetry | undefined,
    ) => new PixReconciler({ ...settings, telemetry }, sink, locator),
  } satisfies FactoryProvider<PixReconciler>,
  {
    provide: ReconcilerSchedule,
    inject: [PixReconciler, RECEIVER_SETTINGS],
    useFactory: (reconciler: PixReconciler, settings: ReceiverSettings) =>
      new ReconcilerSchedule(reconciler, settings),
  } satisfies FactoryProvider<ReconcilerSchedule>,
  {
    provide: WebhookListener,
    inject: [RECEIVER_SETTINGS, NotificationIntake, PixWebhookStats, OPTIONAL_TELEMETRY],
    useFactory: (
      settings: ReceiverSettings,
      intake: NotificationIntake,
      stats: PixWebhookStats,
      telemetry: PixTelemetry | undefined,
    ) => new WebhookListener(settings, intake, stats, telemetry),
  } satisfies FactoryProvider<WebhookListener>,
  {
    provide: WebhookRoute,
    inject: [HttpAdapterHost, WebhookListener, RECEIVER_SETTINGS],
    useFactory: (
      host: HttpAdapterHost,
      listener: WebhookListener,
      { accepted }: ReceiverSettings,
    ) => new WebhookRoute(host, listener, accepted),
  } satisfies FactoryProvider<WebhookRoute>,
  ReceiverDirectory,
  ReceiverBootstrap,
];
