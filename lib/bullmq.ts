/**
 * `nestjs-pix/bullmq`: a queue of BullMQ for the webhook receiver.
 *
 * @module nestjs-pix/bullmq
 */
export * from './receiver/bullmq/public.js';
