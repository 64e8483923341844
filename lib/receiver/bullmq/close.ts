import type { Queue, Worker } from 'bullmq';
import { within } from '../stores/within.js';

/**
 * Waits for a queue or worker that is being closed, and drops its connections when Redis lets it wait.
 *
 * @throws Error when they were dropped
 */
export async function closedWithin(
  milliseconds: number,
  subject: Queue | Worker,
  closed: Promise<void>,
): Promise<void> {
  try {
    await within(milliseconds, 'Redis', closed);
  } catch (error) {
    subject.disconnect().catch(() => undefined);
    throw error;
  }
}

/** Closes a worker that has nothing at hand. BullMQ would wait for the end of a connection that has none by now. */
export async function closeWorker(worker: Worker): Promise<void> {
  const { status } = await worker.getBackend().client;
  await worker.close(status !== 'ready');
}
