export * from './authentication/authentication.options.js';
export { findMethods, type PixEnhancerKind } from './dispatch/handler.explorer.js';
export * from './dispatch/handlers.js';
export * from './dispatch/outcomes.js';
export * from './events.js';
export type { PixWebhookMiddleware } from './http/webhook.listener.js';
export * from './nest/receiver.module.js';
export * from './nest/receiver.options.js';
export * from './nest/worker.module.js';
export * from './postgres/postgres-event-store.js';

export * from './postgres/postgres-statements.js';
export * from './postgres/postgres-transaction.js';
export { PixReconciler } from './provider/pix-reconciler.js';
export * from './provider/reconciliation.js';
export * from './queue.js';
export * from './redis/redis-event-store.js';
export * from './stores/event-store.js';
export * from './stores/shared-store.js';
