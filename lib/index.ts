/**
 * `nestjs-pix`: the client of the Pix API and the receiver of its webhooks.
 *
 * @module nestjs-pix
 */
export * from './nest/public.js';
export * from './resources/public.js';
export * from './client/public.js';
export * from './auth/public.js';
export * from './limits/public.js';
export * from './observe/public.js';
export * from './payload/public.js';
export {
  getPixReconcilerToken,
  getPixWebhookStatsToken,
  InjectPixReconciler,
  InjectPixWebhookStats,
  InMemoryEventStore,
  InMemoryReconcilerCursor,
  OnCobrancaRecorrente,
  OnPixDevolucao,
  OnPixEnviado,
  OnPixRecebido,
  OnRecorrencia,
  PixReconciler,
  PixWebhookReceiverModule,
  PixWebhookStats,
  PixWebhookWorkerModule,
} from './receiver/index.js';
export type {
  InMemoryEventStoreOptions,
  PixCertificateSource,
  PixContextType,
  PixDeliveryOutcome,
  PixDevolucaoFinalizada,
  PixEnhancerKind,
  PixEnqueued,
  PixEnviado,
  PixEventClaim,
  PixEventContext,
  PixEventErrorListener,
  PixEventFailure,
  PixEventHandlerDecorator,
  PixEventHandlerMethod,
  PixEventHandlerOptions,
  PixEventLogOptions,
  PixEventPayloads,
  PixEventQueue,
  PixEventState,
  PixEventStore,
  PixEventType,
  PixExecuteTransaction,
  PixLeaseOptions,
  PixMethodDecorator,
  PixNotificationKind,
  PixNotificationResult,
  PixPrismaTransaction,
  PixQueryTransaction,
  PixQueueCounts,
  PixQueuedEvent,
  PixQueueVerdict,
  PixRecebidosIterateOptions,
  PixRecebidosProgress,
  PixRecebidosSource,
  PixReconcilerCursor,
  PixReconcilerDeadLetter,
  PixReconcilerOptions,
  PixReconciliation,
  PixReconciliationPeriod,
  PixReconciliationTenant,
  PixTransaction,
  PixTransactionClient,
  PixWebhookAuthentication,
  PixWebhookClientCertificate,
  PixWebhookMiddleware,
  PixWebhookMtls,
  PixWebhookProxyVerdict,
  PixWebhookReceiverExtras,
  PixWebhookReceiverOptions,
  PixWebhookReceiverOptionsFactory,
  PixWebhookSecret,
  PixWebhookTenant,
  PixWebhookTenantRequest,
  PixWebhookWorkerOptions,
  PixWebhookWorkerOptionsFactory,
} from './receiver/index.js';
export * from './brcode/index.js';
export * from './providers/public.js';
export * from './contract/public.js';
export * from './values/public.js';
export * from './errors/public.js';
export * from './transport/public.js';
