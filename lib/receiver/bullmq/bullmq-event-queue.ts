import { Logger } from '@nestjs/common';
import type { Queue, Worker } from 'bullmq';
import { toErrorText, toLogLine } from '../../errors/index.js';
import { InFlightWork } from '../dispatch/in-flight-work.js';
import { contentDigest } from '../notifications/content-digest.js';
import { toLogKey } from '../notifications/to-log-key.js';
import type {
  PixEnqueued,
  PixEventQueue,
  PixQueuedEvent,
  PixQueueVerdict,
} from '../queue/pix-event-queue.js';
import { within } from '../stores/within.js';
import {
  resolveBullMqSettings,
  type BullMqEventQueueOptions,
  type BullMqSettings,
} from './bullmq.options.js';
import { closedWithin, closeWorker } from './close.js';
import { deadLetterOf, jobId, jobOptions, type EventJob, type PixDeadLetter } from './job.js';
import { loadBullMq } from './load-bullmq.js';

type EventQueue = Queue<EventJob>;

/** How often a job may outlive its worker before it counts as what kills workers. */
const MAX_STALLED = 3;
/** How long an event rests at most that another process is at, in milliseconds. */
const RUNNING_DELAY = 5000;
const PAGE = 100;

/**
 * A {@link PixEventQueue} over BullMQ 6. The packages `bullmq` and `ioredis` are yours to install.
 *
 * An event that its handlers fail on comes again after `backoff`, twice that, four times that…; when its `attempts` are
 * used up it is a dead letter, which stays until it is replayed or discarded, also when the provider repeats it.
 *
 * Redis must write its data to disk (`appendonly yes`) and evict nothing (`maxmemory-policy noeviction`): what is in the
 * queue has been answered for.
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

  /** @throws ConfigurationError that lists all that is wrong with the options */
  constructor(options: BullMqEventQueueOptions) {
    this.#settings = resolveBullMqSettings(options);
  }

  /** @throws ConfigurationError when bullmq is not installed */
  async open(): Promise<void> {
    const queue = await this.#opened();
    try {
      await within(this.#settings.timeout, 'Redis', queue.waitUntilReady());
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** @returns whether the queue holds the event with another content */
  async enqueue(event: PixQueuedEvent): Promise<PixEnqueued> {
    const queue = await this.#opened();
    const stored = this.#store(queue, event);
    return { conflicting: await within(this.#settings.timeout, 'Redis', stored) };
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
        // One that was fetched in the last moment is another worker's.
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
      if (typeof job?.finishedOn !== 'number') return; // it comes again
      this.#logger.error(toLogLine(`Dead letter: ${toLogKey(job.data.key)}: ${error.message}`));
    });
    try {
      await within(this.#settings.timeout, 'Redis', worker.waitUntilReady());
    } catch (error) {
      // By force: without a connection, an orderly end would wait for one.
      await this.#closed(worker, worker.close(true));
      throw error;
    }
    return async () => {
      stopping = true;
      await worker.pause(true);
      // Handlers may take their time. Redis, which is told how they ended, may be away.
      await inFlightWork.settled();
      await this.#closed(worker, closeWorker(worker));
    };
  }

  /** The events that have used up their attempts, the last to fail first. */
  async deadLetters({ offset = 0, limit = PAGE } = {}): Promise<PixDeadLetter[]> {
    if (limit < 1) return []; // the end of a range before its start would be the end of all
    const queue = await this.#opened();
    const jobs: EventJob[] = await queue.getFailed(offset, offset + limit - 1);
    return jobs.map(deadLetterOf);
  }

  /** How many dead letters there are. */
  async countDeadLetters(): Promise<number> {
    return (await this.#opened()).getFailedCount();
  }

  /**
   * Gives a dead letter to its handlers again, with all of its attempts.
   *
   * @returns false when there is no such dead letter
   */
  replay(eventKey: string): Promise<boolean> {
    return this.#replay(jobId(eventKey));
  }

  /**
   * Replays every dead letter that there is by now.
   *
   * @returns how many; what somebody else replays or discards meanwhile is not among them
   */
  async replayAll(): Promise<number> {
    const queue = await this.#opened();
    // Listed once, so that those which fail again meanwhile are not replayed without end.
    const ids = await queue.getRanges(['failed'], 0, -1, true);
    let replayed = 0;
    for (const id of ids) if (await this.#replay(id)) replayed += 1;
    return replayed;
  }

  /**
   * Forgets a dead letter.
   *
   * @returns false when there is no such dead letter
   */
  async discard(eventKey: string): Promise<boolean> {
    const job = await this.#deadJob(eventKey);
    await job?.remove();
    return job !== undefined;
  }

  async close(): Promise<void> {
    const queue = this.#queue;
    this.#queue = undefined;
    const opened = await queue;
    if (opened) await this.#closed(opened, opened.close());
  }

  /** Both commands are on their way at once. The job that is read is the one of an earlier delivery, if there was one. */
  async #store(queue: EventQueue, event: PixQueuedEvent): Promise<boolean> {
    const [, job] = await Promise.all([
      queue.add(event.type, event, jobOptions(event.key, this.#settings)),
      queue.getJob(jobId(event.key)),
    ]);
    if (!job || job.data.receivedAt === event.receivedAt) return false;
    const conflicting = contentDigest(job.data) !== contentDigest(event);
    // Nobody handles a dead letter, so its content may be replaced.
    if (await job.isFailed()) await job.updateData(event);
    return conflicting;
  }

  /** Never rejects: an application that goes down is not to wait for Redis, nor to fail for it. */
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
      // Not dead, or by now replayed or discarded by somebody else.
      const { code } = error as { code?: number };
      if (code === ErrorCode.JobNotInState || code === ErrorCode.JobNotExist) return false;
      throw error;
    }
  }

  async #deadJob(eventKey: string): Promise<EventJob | undefined> {
    const queue = await this.#opened();
    const job: EventJob | undefined = await queue.getJob(jobId(eventKey));
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
