export type {
  PixCertificateSource,
  PixWebhookAuthentication,
  PixWebhookClientCertificate,
  PixWebhookMtls,
  PixWebhookProxyVerdict,
  PixWebhookSecret,
  PixWebhookTenant,
  PixWebhookTenantRequest,
} from './authentication/authentication.options.js';
export type { PixEnhancerKind } from './dispatch/handler.explorer.js';
export {
  OnCobrancaRecorrente,
  OnPixDevolucao,
  OnPixEnviado,
  OnPixRecebido,
  OnRecorrencia,
  type PixContextType,
  type PixEventContext,
  type PixEventErrorListener,
  type PixEventFailure,
  type PixEventHandlerDecorator,
  type PixEventHandlerMethod,
  type PixEventHandlerOptions,
  type PixEventLogOptions,
} from './dispatch/handlers.js';
export {
  type PixDeliveryOutcome,
  type PixNotificationResult,
  PixWebhookStats,
} from './dispatch/outcomes.js';
export type {
  PixDevolucaoFinalizada,
  PixEnviado,
  PixEventPayloads,
  PixEventType,
  PixNotificationKind,
} from './events.js';
export type { PixWebhookMiddleware } from './http/webhook.listener.js';
export {
  getPixReconcilerToken,
  getPixWebhookStatsToken,
  InjectPixReconciler,
  InjectPixWebhookStats,
  PixWebhookReceiverModule,
} from './nest/receiver.module.js';
export type {
  PixWebhookReceiverExtras,
  PixWebhookReceiverOptions,
  PixWebhookReceiverOptionsFactory,
} from './nest/receiver.options.js';
export {
  PixWebhookWorkerModule,
  type PixWebhookWorkerOptions,
  type PixWebhookWorkerOptionsFactory,
} from './nest/worker.module.js';
export {
  PostgresEventStore,
  type PostgresEventStoreOptions,
} from './postgres/postgres-event-store.js';
export {
  PostgresReconcilerCursor,
  type PostgresReconcilerCursorOptions,
} from './postgres/postgres-reconciler-cursor.js';
export { type PostgresDatabase, postgresEventStoreSchema } from './postgres/postgres-statements.js';
export { PixReconciler } from './provider/pix-reconciler.js';
export {
  getPixRecebidosToken,
  type PixRecebidosIterateOptions,
  type PixRecebidosProgress,
  type PixRecebidosSource,
} from './provider/recebidos.js';
export {
  InMemoryReconcilerCursor,
  type PixReconcilerCursor,
  type PixReconcilerDeadLetter,
} from './provider/reconciler-cursor.js';
export type {
  PixReconcilerOptions,
  PixReconciliation,
  PixReconciliationPeriod,
  PixReconciliationTenant,
} from './provider/reconciliation.js';
export type {
  PixEnqueued,
  PixEventQueue,
  PixQueueCounts,
  PixQueuedEvent,
  PixQueueVerdict,
} from './queue.js';
export {
  type RedisClient,
  RedisEventStore,
  type RedisEventStoreOptions,
} from './redis/redis-event-store.js';
export {
  RedisReconcilerCursor,
  type RedisReconcilerCursorOptions,
} from './redis/redis-reconciler-cursor.js';
export type {
  PixEventClaim,
  PixEventState,
  PixEventStore,
  PixExecuteTransaction,
  PixPrismaTransaction,
  PixQueryTransaction,
  PixTransaction,
  PixTransactionClient,
} from './stores/event-store.js';
export {
  InMemoryEventStore,
  type InMemoryEventStoreOptions,
} from './stores/in-memory-event-store.js';
export type { PixLeaseOptions } from './stores/shared-store.js';
