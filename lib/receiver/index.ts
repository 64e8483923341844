export * from './public.js';
export { RECEIVER_SETTINGS, WORKER_SETTINGS } from './nest/tokens.js';
export type { ReceiverSettings } from './nest/receiver.settings.js';
export type { WorkerSettings } from './nest/worker/worker.settings.js';
export { DEFAULT_RECEIVER } from './notifications/event-source.js';
