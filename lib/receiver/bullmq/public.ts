export {
  BullMqEventQueue,
  type BullMqEventQueueOptions,
  type PixDeadLetter,
} from './bullmq-event-queue.js';
