import type { Job, JobsOptions, Queue } from 'bullmq';
import type { PixQueueCounts, PixQueuedEvent } from '../queue/pix-event-queue.js';
import type { BullMqSettings } from './bullmq.options.js';

export type EventJob = Job<PixQueuedEvent, unknown>;

/** An event whose attempts are used up, as stored by `BullMqEventQueue`. */
export interface PixDeadLetter {
  readonly event: PixQueuedEvent;
  /** Why the last attempt failed, with credentials and tax ids redacted. */
  readonly reason: string;
  /** How often it was given to its handlers. */
  readonly attempts: number;
  readonly failedAt: Date;
}

/**
 * Builds the job id of an event. BullMQ ignores a job whose id already exists; ids must not contain
 * a colon.
 */
export function jobId(eventKey: string): string {
  return eventKey.replaceAll(':', '.');
}

export function jobOptions(key: string, settings: BullMqSettings): JobsOptions {
  return {
    jobId: jobId(key),
    attempts: settings.attempts,
    backoff: { type: 'exponential', delay: settings.backoff },
    removeOnComplete: settings.keepCompleted === 0 ? true : { age: settings.keepCompleted },
    // Failed jobs are kept as dead letters.
    removeOnFail: false,
    // The stack would be that of the queue; the handler's stack is in the log.
    stackTraceLimit: 0,
  };
}

export function toDeadLetter(job: EventJob): PixDeadLetter {
  return {
    event: job.data,
    reason: job.failedReason,
    attempts: job.attemptsMade,
    failedAt: new Date(job.finishedOn ?? 0),
  };
}

export async function countJobs(queue: Queue): Promise<PixQueueCounts> {
  const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
  const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts;
  return { waiting, running: active, delayed, deadLetters: failed };
}
