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
export type { PixDeliveryOutcome } from './dispatch/delivery-outcome.js';
export type {
  PixDevolucaoFinalizada,
  PixEnviado,
  PixEventPayloads,
  PixEventType,
  PixNotificationKind,
} from './notifications/pix-event.js';
export {
  OnCobrancaRecorrente,
  OnPixDevolucao,
  OnPixEnviado,
  OnPixRecebido,
  OnRecorrencia,
  type PixEventHandlerDecorator,
  type PixEventHandlerMethod,
} from './dispatch/event-handler.decorators.js';
export type { PixEventContext } from './dispatch/pix-event-context.js';
export type { PixContextType } from './dispatch/event-context-type.js';
export type {
  PixEventErrorListener,
  PixEventFailure,
  PixEventLogOptions,
} from './dispatch/event-failure.js';
export type { PixEnhancerKind } from './dispatch/handler-enhancers.js';
export type { PixWebhookMiddleware } from './http/run-middleware.js';
export type { PixEventHandlerOptions } from './dispatch/event-handler.metadata.js';
export type {
  PixEnqueued,
  PixEventQueue,
  PixQueueCounts,
  PixQueuedEvent,
  PixQueueVerdict,
} from './queue/pix-event-queue.js';
export { PixWebhookWorkerModule } from './nest/worker/worker.module.js';
export type {
  PixWebhookWorkerOptions,
  PixWebhookWorkerOptionsFactory,
} from './nest/worker/worker.options.js';
export {
  getPixRecebidosToken,
  type PixRecebidosIterateOptions,
  type PixRecebidosProgress,
  type PixRecebidosSource,
} from './provider/pix-recebidos-source.js';
export { PixWebhookReceiverModule } from './nest/receiver.module.js';
export type {
  PixWebhookReceiverExtras,
  PixWebhookReceiverOptions,
  PixWebhookReceiverOptionsFactory,
} from './nest/receiver.options.js';
export {
  InMemoryReconcilerCursor,
  type PixReconcilerCursor,
  type PixReconcilerDeadLetter,
} from './provider/reconciler/pix-reconciler-cursor.js';
export { PixReconciler } from './provider/reconciler/pix-reconciler.js';
export {
  PostgresReconcilerCursor,
  type PostgresReconcilerCursorOptions,
} from './provider/reconciler/postgres-reconciler-cursor.js';
export type {
  PixReconciliation,
  PixReconciliationPeriod,
  PixReconciliationTenant,
} from './provider/reconciler/reconciliation.js';
export type { PixReconcilerOptions } from './provider/reconciler/reconciler.options.js';
export {
  RedisReconcilerCursor,
  type RedisReconcilerCursorOptions,
} from './provider/reconciler/redis-reconciler-cursor.js';
export type { PixNotificationResult } from './dispatch/notification-result.js';
export { PixWebhookStats } from './dispatch/pix-webhook-stats.js';
export {
  getPixReconcilerToken,
  getPixWebhookStatsToken,
  InjectPixReconciler,
  InjectPixWebhookStats,
} from './nest/inject.decorators.js';
export {
  InMemoryEventStore,
  type InMemoryEventStoreOptions,
} from './stores/in-memory-event-store.js';
export type { PixEventClaim, PixEventState, PixEventStore } from './stores/pix-event-store.js';
export type {
  PixExecuteTransaction,
  PixPrismaTransaction,
  PixQueryTransaction,
  PixTransaction,
  PixTransactionClient,
} from './stores/pix-transaction.js';
export type { PixLeaseOptions } from './stores/lease.options.js';
export type { PostgresDatabase } from './stores/postgres/postgres-database.js';
export {
  PostgresEventStore,
  type PostgresEventStoreOptions,
} from './stores/postgres/postgres-event-store.js';
export { postgresEventStoreSchema } from './stores/postgres/schema.js';
export type { RedisClient } from './stores/redis/redis-client.js';
export { RedisEventStore, type RedisEventStoreOptions } from './stores/redis/redis-event-store.js';
