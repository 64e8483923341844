export type {
  PixCertificateSource,
  PixWebhookAuthentication,
  PixWebhookClientCertificate,
  PixWebhookTenant,
  PixWebhookTenantRequest,
  PixWebhookMtls,
  PixWebhookProxyVerdict,
  PixWebhookSecret,
} from './authentication/authentication.options.js';
export type { PixDeliveryOutcome } from './delivery/delivery-outcome.js';
export type {
  PixDevolucaoFinalizada,
  PixEnviado,
  PixEventContext,
  PixEventPayloads,
  PixEventType,
  PixNotificationKind,
} from './events/pix-event.js';
export {
  OnCobrancaRecorrente,
  OnPixDevolucao,
  OnPixEnviado,
  OnPixRecebido,
  OnRecorrencia,
  type PixEventHandlerDecorator,
  type PixEventHandlerMethod,
} from './handlers/event-handler.decorators.js';
export type { PixEventHandlerOptions } from './handlers/event-handler.metadata.js';
export type {
  PixEnqueued,
  PixEventQueue,
  PixQueuedEvent,
  PixQueueVerdict,
} from './queue/pix-event-queue.js';
export { PixWebhookWorkerModule } from './queue/worker.module.js';
export type {
  PixWebhookWorkerOptions,
  PixWebhookWorkerOptionsFactory,
} from './queue/worker.options.js';
export {
  getPixRecebidosToken,
  PIX_RECEBIDOS,
  type PixRecebidosIterateOptions,
  type PixRecebidosProgress,
  type PixRecebidosSource,
} from './recebidos/pix-recebidos-source.js';
export { PixWebhookReceiverModule } from './receiver.module.js';
export type {
  PixWebhookReceiverExtras,
  PixWebhookReceiverOptions,
  PixWebhookReceiverOptionsFactory,
} from './receiver.options.js';
export {
  InMemoryReconcilerCursor,
  type PixReconcilerCursor,
} from './reconciler/pix-reconciler-cursor.js';
export { PixReconciler } from './reconciler/pix-reconciler.js';
export {
  PostgresReconcilerCursor,
  type PostgresReconcilerCursorOptions,
} from './reconciler/postgres-reconciler-cursor.js';
export type {
  PixReconciliation,
  PixReconciliationPeriod,
  PixReconciliationTenant,
} from './reconciler/reconciliation.js';
export type { PixReconcilerOptions } from './reconciler/reconciler.options.js';
export {
  RedisReconcilerCursor,
  type RedisReconcilerCursorOptions,
} from './reconciler/redis-reconciler-cursor.js';
export type { PixNotificationResult } from './route/notification-result.js';
export { PixWebhookStats } from './route/pix-webhook-stats.js';
export {
  getPixReconcilerToken,
  getPixWebhookStatsToken,
  InjectPixReconciler,
  InjectPixWebhookStats,
} from './tenancy/receiver.tokens.js';
export {
  InMemoryEventStore,
  type InMemoryEventStoreOptions,
} from './store/in-memory-event-store.js';
export type { PixEventClaim, PixEventState, PixEventStore } from './store/pix-event-store.js';
export type {
  PixExecuteTransaction,
  PixPrismaTransaction,
  PixQueryTransaction,
  PixTransaction,
} from './store/pix-transaction.js';
export type { PixLeaseOptions } from './store/lease.options.js';
export type { PostgresDatabase } from './store/postgres/postgres-database.js';
export {
  PostgresEventStore,
  type PostgresEventStoreOptions,
} from './store/postgres/postgres-event-store.js';
export { postgresEventStoreSchema } from './store/postgres/schema.js';
export type { RedisClient } from './store/redis/redis-client.js';
export { RedisEventStore, type RedisEventStoreOptions } from './store/redis/redis-event-store.js';
