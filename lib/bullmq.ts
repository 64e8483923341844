/**
 * `nestjs-pix/bullmq`: a queue of BullMQ for the webhook receiver.
 *
 * @packageDocumentation
 */
export * from './receiver/bullmq/public.js';
