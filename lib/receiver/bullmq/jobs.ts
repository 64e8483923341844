/** What BullMQ holds of the jobs of events. */
import type { Job, JobsOptions, Queue, Worker } from 'bullmq';
import type { JobData } from './job-seal.js';

export type EventQueue = Queue<EventJob>;

export const UNREAD = 'it cannot be read: its job was changed in Redis';

export type EventJob = Job<JobData, unknown>;

/** A job as Redis holds it, or what is known of one that was changed so that BullMQ cannot read it. */
export type HeldJob =
  EventJob | Pick<EventJob, 'id' | 'data' | 'failedReason' | 'attemptsMade' | 'finishedOn'>;

export async function readJob(queue: EventQueue, id: string): Promise<HeldJob | undefined> {
  try {
    return await queue.getJob(id);
  } catch (error) {
    const malformed = error instanceof SyntaxError || error instanceof TypeError;
    if (!malformed && !String(error).includes('WRONGTYPE')) throw error;
    const data = {} as JobData; // Not opened.
    return { id, data, failedReason: UNREAD, attemptsMade: 0, finishedOn: 0 };
  }
}

/** The arguments are the keys of jobs. What is no job gives an error in its place. */
const READ = `
local all = {}
for index, key in ipairs(ARGV) do all[index] = redis.pcall('HGET', key, 'data') end
return all`;

/** A client on which the script is defined. */
interface Reader {
  pixReadData(...keys: string[]): Promise<unknown[]>;
}

/** Returns the data of jobs as text, in one command. */
export async function readData(queue: EventQueue, ids: readonly string[]): Promise<unknown[]> {
  const client = await findBackend(queue).client;
  if (!('pixReadData' in client)) {
    client.defineCommand('pixReadData', { numberOfKeys: 1, lua: READ });
  }
  const keys = ['meta', ...ids].map((id) => queue.toKey(id));
  return (client as object as Reader).pixReadData(...keys);
}

/** Version 5 has no backends. */
export function findBackend(subject: Queue | Worker) {
  return 'getBackend' in subject ? subject.getBackend() : subject;
}

/**
 * Builds the job id of an event. BullMQ ignores a job whose id already exists; ids must not contain
 * a colon.
 */
export function jobId(eventKey: string): string {
  return eventKey.replaceAll(':', '.');
}

export function jobOptions(
  key: string,
  settings: Record<'attempts' | 'backoff' | 'keepCompleted', number>,
) {
  return {
    jobId: jobId(key),
    attempts: settings.attempts,
    backoff: { type: 'exponential', delay: settings.backoff },
    removeOnComplete: settings.keepCompleted === 0 ? true : { age: settings.keepCompleted },
    // Failed jobs are kept as dead letters.
    removeOnFail: false,
    // The stack would be that of the queue; the handler's stack is in the log.
    stackTraceLimit: 0,
  } satisfies JobsOptions;
}
