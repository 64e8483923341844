export * from './public.js';
export { PIX_WEBHOOK } from './dispatch/handlers.js';
export { canonicalDigest, DEFAULT_RECEIVER, readReceivedPix } from './events.js';
export {
  RECEIVER_SETTINGS,
  type ReceiverSettings,
  WORKER_SETTINGS,
} from './nest/receiver.options.js';
export type { WorkerSettings } from './nest/worker.module.js';
export { notificationFields } from './notification.js';
export { migration, postgresRule, tableName } from './postgres/postgres-statements.js';
export { assertInTransaction, runTransaction } from './postgres/postgres-transaction.js';
export { LeaseLostError, type RunStatement, statementRunner } from './stores/event-store.js';
