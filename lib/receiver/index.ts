export type {
  PixCertificateSource,
  PixWebhookAuthentication,
  PixWebhookClientCertificate,
  PixWebhookMtls,
  PixWebhookProxyVerdict,
  PixWebhookSecret,
} from './authentication/authentication.options.js';
export type {
  PixDevolucaoFinalizada,
  PixEventContext,
  PixEventPayloads,
  PixEventType,
  PixNotificationKind,
} from './events/pix-event.js';
export {
  OnCobrancaRecorrente,
  OnPixDevolucao,
  OnPixRecebido,
  OnRecorrencia,
  type PixEventHandlerDecorator,
  type PixEventHandlerMethod,
} from './handlers/event-handler.decorators.js';
export type { PixEventHandlerOptions } from './handlers/event-handler.metadata.js';
export { PixWebhookReceiverModule } from './receiver.module.js';
export type {
  PixWebhookReceiverOptions,
  PixWebhookReceiverOptionsFactory,
} from './receiver.options.js';
export {
  InMemoryEventStore,
  type InMemoryEventStoreOptions,
} from './store/in-memory-event-store.js';
export type { PixEventState, PixEventStore } from './store/pix-event-store.js';
