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

/** A worker of BullMQ 5, which has no backends. */
interface BullMq5Worker {
  readonly client: Promise<{ readonly status: string }>;
}

/** Returns the connection status of a worker. */
async function readStatus(worker: Worker | BullMq5Worker): Promise<string> {
  const { status } = await ('getBackend' in worker ? worker.getBackend() : worker).client;
  return status;
}

/** Closes an idle worker. BullMQ would wait until a lost connection ends. */
export async function closeWorker(worker: Worker): Promise<void> {
  const status = await readStatus(worker);
  await worker.close(status !== 'ready');
}
