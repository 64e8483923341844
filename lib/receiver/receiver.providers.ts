import type { Provider } from '@nestjs/common';
import { EventDispatcher } from './handlers/event.dispatcher.js';
import { EventHandlerExplorer } from './handlers/event-handler.explorer.js';
import { EventHandlerRegistry } from './handlers/event-handler.registry.js';
import { MODULE_OPTIONS_TOKEN } from './receiver.module-definition.js';
import { ReceiverBootstrap } from './receiver.bootstrap.js';
import { resolveSettings } from './receiver.settings.js';
import { RECEIVER_SETTINGS } from './receiver.tokens.js';
import { WebhookListener } from './route/webhook.listener.js';
import { WebhookRoute } from './route/webhook.route.js';

export const receiverProviders: Provider[] = [
  { provide: RECEIVER_SETTINGS, useFactory: resolveSettings, inject: [MODULE_OPTIONS_TOKEN] },
  EventHandlerRegistry,
  EventHandlerExplorer,
  EventDispatcher,
  WebhookListener,
  WebhookRoute,
  ReceiverBootstrap,
];
