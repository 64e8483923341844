/** The queue of events over BullMQ: its options, its jobs and its dead letters. */
import { Logger } from '@nestjs/common';
import type * as bullmq from 'bullmq';
import type { ConnectionOptions, Job, JobsOptions, Queue, Worker } from 'bullmq';
import { ConfigurationError, toErrorText, toLogLine } from '../../errors/index.js';
import {
  applyDefaults,
  integer,
  must,
  objectOf,
  OptionChecker,
  seconds,
  text,
  valueOr,
} from '../../options/index.js';
import { HOUR_SECONDS, systemRuntime, within } from '../../runtime/index.js';
import { InFlightWork } from '../dispatch/event-sink.js';
import { contentDigest, toLogKey } from '../events.js';
import type {
  PixEnqueued,
  PixEventQueue,
  PixQueueCounts,
  PixQueuedEvent,
  PixQueueVerdict,
} from '../queue.js';

export interface BullMqEventQueueOptions {
  /**
   * The connection to Redis 6.2 or later, as BullMQ accepts it: `{ host, port, password, … }`, or a
   * client with `maxRetriesPerRequest: null`.
   */
  connection: ConnectionOptions;
  /** The name of the queue, the same in all processes. Default: `pix-webhook`. */
  name?: string | undefined;
  /** The prefix of BullMQ's keys. Default: `bull`. */
  prefix?: string | undefined;
  /** How often an event is given to its handlers before it becomes a dead letter. Default: 12. */
  attempts?: number | undefined;
  /**
   * The wait before the first retry of an event, in seconds; it doubles with each retry. Default:
   * 1.
   */
  backoff?: number | undefined;
  /** How many events one process handles concurrently. Default: 8. */
  concurrency?: number | undefined;
  /** How long an event stays reserved for a process that has died, in seconds. Default: 30. */
  lease?: number | undefined;
  /**
   * How long a handled event stays in the queue, in seconds. During this time the queue recognizes
   * its duplicates. The event contains the provider's data, including the payer's. Default: 1 hour.
   */
  keepCompleted?: number | undefined;
  /**
   * The time limit for Redis to store an event, and to respond at startup and shutdown, in seconds.
   * Default: 5.
   */
  timeout?: number | undefined;
}

const DEFAULTS = {
  name: 'pix-webhook',
  attempts: 12,
  backoff: 1,
  concurrency: 8,
  lease: 30,
  keepCompleted: HOUR_SECONDS,
  timeout: 5,
} satisfies Partial<BullMqEventQueueOptions>;

const optionsRule = objectOf<BullMqEventQueueOptions>({
  connection: valueOr(
    [null],
    must(
      'an object such as { host, port }, or a client of ioredis',
      (value) => typeof value === 'object' && !Array.isArray(value),
    ),
  ),
  name: must(
    'a non-empty string without a colon',
    (value) => typeof value === 'string' && value !== '' && !value.includes(':'),
    (value) => typeof value === 'string',
  ),
  prefix: text,
  attempts: integer({ min: 1 }),
  backoff: seconds({ positive: true }),
  concurrency: integer({ min: 1 }),
  lease: seconds({ positive: true }),
  keepCompleted: seconds(),
  timeout: seconds({ positive: true }),
});

/** The checked and complete options; `backoff`, `lease` and `timeout` in milliseconds. */
export type BullMqSettings = ReturnType<typeof resolveBullMqSettings>;

/** @throws ConfigurationError that lists all problems */
export function resolveBullMqSettings(options: BullMqEventQueueOptions) {
  const checker = new OptionChecker('BullMqEventQueue');
  const isObject = checker.shape(options, optionsRule);
  // Untyped configuration may omit it, and BullMQ would then use a Redis on this machine.
  if (isObject) checker.require(Boolean(options.connection as unknown), 'connection is missing');
  checker.throwIfAny();
  const { connection, prefix } = options;
  const { backoff, lease, timeout, ...complete } = applyDefaults(options, DEFAULTS);
  return {
    ...complete,
    connection,
    prefix: prefix === undefined ? {} : { prefix },
    backoff: backoff * 1000,
    lease: lease * 1000,
    timeout: timeout * 1000,
  };
}

type EventQueue = Queue<EventJob>;

/** How many times a job may lose its worker before it is considered the cause. */
const MAX_STALLED = 3;
/** The longest delay of an event that another process is handling, in milliseconds. */
const RUNNING_DELAY = 5000;

/**
 * A {@link PixEventQueue} over BullMQ 6. Install the packages `bullmq` and `ioredis` yourself.
 *
 * An event whose handlers fail is retried after `backoff`, then after twice and four times that,
 * and so on. After the last of its `attempts` it becomes a dead letter, which remains until it is
 * replayed or discarded, even if the provider repeats the notification.
 *
 * Redis must persist its data (`appendonly yes`) and must not evict keys (`maxmemory-policy
 * noeviction`): events in the queue have already been acknowledged to the provider.
 *
 * @example
 * ```ts
 * const queue = new BullMqEventQueue({ connection: { host: 'redis', port: 6379 } });
 *
 * PixWebhookReceiverModule.forRoot({ authentication, queue }); // serves the route
 * PixWebhookWorkerModule.forRoot({ queue, store }); // runs the handlers, there or elsewhere
 *
 * for (const { event, reason } of await queue.deadLetters()) console.log(event.key, reason);
 * await queue.replayAll();
 * ```
 */
export class BullMqEventQueue implements PixEventQueue {
  readonly #logger = new Logger('BullMqEventQueue');
  readonly #settings: BullMqSettings;
  #queue: Promise<EventQueue> | undefined;

  /** @throws ConfigurationError that lists all problems with the options */
  constructor(options: BullMqEventQueueOptions) {
    this.#settings = resolveBullMqSettings(options);
  }

  /** @throws ConfigurationError if bullmq is not installed */
  async open(): Promise<void> {
    const queue = await this.#opened();
    try {
      await within(systemRuntime, this.#settings.timeout, 'Redis', queue.waitUntilReady());
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** @returns whether the queue holds the event with different content */
  async enqueue(event: PixQueuedEvent): Promise<PixEnqueued> {
    const stored = this.#store(await this.#opened(), event);
    return { conflicting: await within(systemRuntime, this.#settings.timeout, 'Redis', stored) };
  }

  async work(
    handle: (event: PixQueuedEvent) => Promise<PixQueueVerdict>,
  ): Promise<() => Promise<void>> {
    const { Worker, DelayedError } = await loadBullMq();
    const { name, connection, prefix, concurrency, lease } = this.#settings;
    const inFlightWork = new InFlightWork();
    let stopping = false;
    const worker = new Worker<PixQueuedEvent>(
      name,
      async (job, token) => {
        // An event fetched during the shutdown is left to another worker.
        const verdict: PixQueueVerdict = stopping
          ? { outcome: 'running' }
          : await inFlightWork.add(handle(job.data));
        if (verdict.outcome === 'failed') throw new Error(verdict.reason);
        if (verdict.outcome === 'done') return;
        await job.moveToDelayed(Date.now() + Math.min(RUNNING_DELAY, lease), token);
        throw new DelayedError();
      },
      {
        connection,
        ...prefix,
        concurrency,
        lockDuration: lease,
        stalledInterval: lease,
        maxStalledCount: MAX_STALLED,
      },
    );
    worker.on('error', (error) => this.#report(error));
    worker.on('failed', (job, error) => {
      if (typeof job?.finishedOn !== 'number') return; // The job will be retried.
      this.#logger.error(toLogLine(`Dead letter: ${toLogKey(job.data.key)}: ${error.message}`));
    });
    try {
      await within(systemRuntime, this.#settings.timeout, 'Redis', worker.waitUntilReady());
    } catch (error) {
      // Forces the close: without a connection, a graceful close would wait for one.
      await this.#closed(worker, worker.close(true));
      throw error;
    }
    return async () => {
      stopping = true;
      await worker.pause(true);
      // Handlers have no time limit, and Redis, which stores their results, may be unavailable.
      await inFlightWork.settled();
      await this.#closed(worker, closeWorker(worker));
    };
  }

  /** Returns the events whose attempts are used up, the latest failure first. */
  async deadLetters({ offset = 0, limit = 100 } = {}): Promise<PixDeadLetter[]> {
    if (limit < 1) return []; // A range that ends at -1 would return all jobs.
    const queue = await this.#opened();
    const jobs: EventJob[] = await queue.getFailed(offset, offset + limit - 1);
    return jobs.map(toDeadLetter);
  }

  /** Returns the number of dead letters. */
  async countDeadLetters(): Promise<number> {
    return (await this.#opened()).getFailedCount();
  }

  /**
   * Queues a dead letter again, with all of its attempts.
   *
   * @returns false if there is no such dead letter
   */
  replay(eventKey: string): Promise<boolean> {
    return this.#replay(jobId(eventKey));
  }

  /**
   * Queues all current dead letters again.
   *
   * @returns how many were replayed, without those that another process takes in the meantime
   */
  async replayAll(): Promise<number> {
    const queue = await this.#opened();
    // Listed once, so that events that fail again in the meantime are not replayed endlessly.
    const ids = await queue.getRanges(['failed'], 0, -1, true);
    let replayed = 0;
    for (const id of ids) if (await this.#replay(id)) replayed += 1;
    return replayed;
  }

  /**
   * Removes a dead letter.
   *
   * @returns false if there is no such dead letter
   */
  async discard(eventKey: string): Promise<boolean> {
    const job = await this.#deadJob(eventKey);
    await job?.remove();
    return job !== undefined;
  }

  async count(): Promise<PixQueueCounts> {
    return within(systemRuntime, this.#settings.timeout, 'Redis', countJobs(await this.#opened()));
  }

  async close(): Promise<void> {
    const queue = this.#queue;
    this.#queue = undefined;
    const opened = await queue;
    if (opened) await this.#closed(opened, opened.close());
  }

  /** Sends both commands at once. The job that is read, if any, belongs to an earlier delivery. */
  async #store(queue: EventQueue, event: PixQueuedEvent): Promise<boolean> {
    const [, job] = await Promise.all([
      queue.add(event.type, event, jobOptions(event.key, this.#settings)),
      queue.getJob(jobId(event.key)),
    ]);
    if (!job || job.data.receivedAt === event.receivedAt) return false;
    const conflicting = contentDigest(job.data) !== contentDigest(event);
    // A dead letter is not being handled, so its content may be replaced.
    if (await job.isFailed()) await job.updateData(event);
    return conflicting;
  }

  /** Never rejects: a shutdown must neither wait for Redis nor fail because of it. */
  async #closed(subject: Queue | Worker, closed: Promise<void>): Promise<void> {
    try {
      await closedWithin(this.#settings.timeout, subject, closed);
    } catch (error) {
      this.#report(error);
    }
  }

  async #replay(id: string): Promise<boolean> {
    const { ErrorCode } = await loadBullMq();
    const queue = await this.#opened();
    const job: EventJob | undefined = await queue.getJob(id);
    try {
      await job?.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
      return job !== undefined;
    } catch (error) {
      // Not a dead letter, or replayed or discarded by another process in the meantime.
      const { code } = error as { code?: number };
      if (code === ErrorCode.JobNotInState || code === ErrorCode.JobNotExist) return false;
      throw error;
    }
  }

  async #deadJob(eventKey: string): Promise<EventJob | undefined> {
    const job: EventJob | undefined = await (await this.#opened()).getJob(jobId(eventKey));
    return job && (await job.isFailed()) ? job : undefined;
  }

  #opened(): Promise<EventQueue> {
    return (this.#queue ??= this.#create());
  }

  async #create(): Promise<EventQueue> {
    const { Queue } = await loadBullMq();
    const { name, connection, prefix } = this.#settings;
    const queue: EventQueue = new Queue(name, { connection, ...prefix });
    queue.on('error', (error) => this.#report(error));
    return queue;
  }

  #report(error: unknown): void {
    this.#logger.error(toLogLine(toErrorText(error)));
  }
}

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

async function countJobs(queue: Queue): Promise<PixQueueCounts> {
  const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
  const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts;
  return { waiting, running: active, delayed, deadLetters: failed };
}

/**
 * Waits until a queue or worker has closed. Disconnects it if Redis does not respond in time.
 *
 * @throws Error if it was disconnected
 */
async function closedWithin(
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
async function closeWorker(worker: Worker): Promise<void> {
  const status = await readStatus(worker);
  await worker.close(status !== 'ready');
}

type BullMq = typeof bullmq;

/**
 * Loads the optional package when a queue is first used.
 *
 * @throws ConfigurationError if it is not installed
 */
export async function loadBullMq(
  load: () => Promise<BullMq> = () => import('bullmq'),
): Promise<BullMq> {
  try {
    return await load();
  } catch (cause) {
    // Checks the error code and module: an error that bullmq itself throws while loading is
    // rethrown.
    const { code, message } = cause as { code?: string; message?: string };
    if (!code?.endsWith('MODULE_NOT_FOUND') || !message?.includes('bullmq')) throw cause;
    throw new ConfigurationError(
      'BullMqEventQueue requires the package bullmq and a Redis client: npm install bullmq ioredis',
      { cause },
    );
  }
}
