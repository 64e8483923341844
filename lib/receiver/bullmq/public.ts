export { BullMqEventQueue } from './bullmq-event-queue.js';
export type { BullMqEventQueueOptions } from './bullmq.options.js';
export type { PixDeadLetter } from './job.js';
