import type { Queue, Worker } from 'bullmq';
import { systemRuntime, within } from '../../runtime/index.js';

/**
 * Waits until a queue or worker has closed. Disconnects it if Redis does not respond in time.
 *
 * @throws Error if it was disconnected
 */
export async function closedWithin(
  milliseconds: number,
  subject: Queue | Worker,
  closed: Promise<void>,
): Promise<void> {
  try {
    await within(systemRuntime, milliseconds, 'Redis', closed);
  } catch (error) {
    subject.disconnect().catch(() => undefined);
    throw error;
  }
}

/** Closes an idle worker. BullMQ would wait until a lost connection ends. */
export async function closeWorker(worker: Worker): Promise<void> {
  const { status } = await worker.getBackend().client;
  await worker.close(status !== 'ready');
}
