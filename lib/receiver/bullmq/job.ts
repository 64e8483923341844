import type { Job, JobsOptions } from 'bullmq';
import type { PixQueuedEvent } from '../queue/pix-event-queue.js';
import type { BullMqSettings } from './bullmq.options.js';

export type EventJob = Job<PixQueuedEvent, unknown>;

/** An event that has used up its attempts, as `BullMqEventQueue` keeps it. */
export interface PixDeadLetter {
  readonly event: PixQueuedEvent;
  /** Why the last attempt failed, with credentials and tax ids masked. */
  readonly reason: string;
  /** How often it was given to its handlers. */
  readonly attempts: number;
  readonly failedAt: Date;
}

/** BullMQ adds a job of an id that it has no second time, and takes no colons in it. */
export function jobId(eventKey: string): string {
  return eventKey.replaceAll(':', '.');
}

export function jobOptions(key: string, settings: BullMqSettings): JobsOptions {
  return {
    jobId: jobId(key),
    attempts: settings.attempts,
    backoff: { type: 'exponential', delay: settings.backoff },
    removeOnComplete: settings.keepCompleted === 0 ? true : { age: settings.keepCompleted },
    // What failed for good is kept, for the dead letters.
    removeOnFail: false,
    // The stack is that of the queue and not of the handler, which the log has.
    stackTraceLimit: 0,
  };
}

export function deadLetterOf(job: EventJob): PixDeadLetter {
  return {
    event: job.data,
    reason: job.failedReason,
    attempts: job.attemptsMade,
    failedAt: new Date(job.finishedOn ?? 0),
  };
}
