export { BullMqEventQueue, type PixDeadLetter } from './bullmq-event-queue.js';
export type { BullMqEventQueueOptions } from './bullmq.options.js';
