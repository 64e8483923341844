/**
 * `nestjs-pix/bullmq`: a queue of BullMQ for the webhook receiver.
 *
 * @module nestjs-pix/bullmq
 */
export {
  BullMqEventQueue,
  type BullMqEventQueueOptions,
  type PixDeadLetter,
} from './receiver/bullmq/bullmq-event-queue.js';
export type { PixEncryptionKey } from './options/index.js';
