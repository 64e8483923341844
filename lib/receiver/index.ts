export * from './public.js';
export { PIX_WEBHOOK } from './dispatch/event-context-type.js';
export { RECEIVER_SETTINGS, WORKER_SETTINGS } from './nest/tokens.js';
export type { ReceiverSettings } from './nest/receiver.settings.js';
export type { WorkerSettings } from './nest/worker/worker.settings.js';
export { DEFAULT_RECEIVER } from './notifications/event-source.js';
