/** The queue of events over BullMQ: its options, its jobs and its dead letters. */
import { Logger } from '@nestjs/common';
import type * as bullmq from 'bullmq';
import type { ConnectionOptions, Queue, Worker } from 'bullmq';
import { ConfigurationError, toErrorText, toLogLine } from '../../errors/index.js';
import {
  encryptionKeyRule,
  integer,
  must,
  OptionChecker,
  type PixEncryptionKey,
  requireKey,
  seconds,
  text,
  valueOr,
  defineOptions,
} from '../../options/index.js';
import { DAY_SECONDS, HOUR_SECONDS, systemRuntime, within } from '../../runtime/index.js';
import { InFlightWork } from '../dispatch/event-sink.js';
import { contentDigest, toLogKey } from '../events.js';
import type {
  PixEnqueued,
  PixEventQueue,
  PixQueueCounts,
  PixQueuedEvent,
  PixQueueVerdict,
} from '../queue.js';
import { Batcher, Slot } from '../stores/shared-store.js';
import { type JobContent, type JobData, JobSeal } from './job-seal.js';
import {
  type EventJob,
  type EventQueue,
  findBackend,
  type HeldJob,
  jobId,
  jobOptions,
  readData,
  readJob,
  UNREAD,
} from './jobs.js';

export interface BullMqEventQueueOptions {
  /**
   * The connection to Redis 6.2 or later, as BullMQ accepts it: `{ host, port, password, … }`, or a
   * client with `maxRetriesPerRequest: null`.
   */
  connection: ConnectionOptions;
  /**
   * The key that encrypts and authenticates the events in the queue and the dead letters
   * (AES-256-GCM), 32 bytes: a Buffer, or base64 or hexadecimal text. All processes of the queue
   * need it; an event that it does not open reaches no handler. To replace it, give a list, or text
   * with commas: the first key encrypts, and all of them decrypt. Required unless Redis is on this
   * machine: without it, who can write to Redis can report payments.
   */
  encryptionKey?: PixEncryptionKey | undefined;
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
   * How long the id and a digest of a handled event stay in the queue, in seconds. During this time
   * the queue recognizes its duplicates. Default: 1 hour.
   */
  keepCompleted?: number | undefined;
  /**
   * How long a dead letter stays in the queue, in seconds. Workers look for older ones every hour.
   * Default: 30 days.
   */
  keepDeadLetters?: number | undefined;
  /**
   * The time limit for Redis to store an event, and to respond at startup and shutdown, in seconds.
   * Default: 5.
   */
  timeout?: number | undefined;
}

const table = defineOptions<BullMqEventQueueOptions>()({
  connection: valueOr(
    [null],
    must(
      'an object such as { host, port }, or a client of ioredis',
      (value) => typeof value === 'object' && !Array.isArray(value),
    ),
  ),
  encryptionKey: encryptionKeyRule,
  name: {
    rule: must(
      'a non-empty string without a colon',
      (value) => typeof value === 'string' && value !== '' && !value.includes(':'),
      (value) => typeof value === 'string',
    ),
    default: 'pix-webhook',
  },
  prefix: { rule: text, default: 'bull' },
  attempts: { rule: integer({ min: 1 }), default: 12 },
  backoff: { rule: seconds({ positive: true }), default: 1 },
  concurrency: { rule: integer({ min: 1 }), default: 8 },
  lease: { rule: seconds({ positive: true }), default: 30 },
  keepCompleted: { rule: seconds(), default: HOUR_SECONDS },
  keepDeadLetters: { rule: seconds({ positive: true }), default: 30 * DAY_SECONDS },
  timeout: { rule: seconds({ positive: true }), default: 5 },
});

/** The checked and complete options; `backoff`, `lease` and `timeout` in milliseconds. */
export type BullMqSettings = ReturnType<typeof resolveBullMqSettings>;

/** @throws ConfigurationError that lists all problems */
export function resolveBullMqSettings(options: BullMqEventQueueOptions) {
  const checker = new OptionChecker('BullMqEventQueue');
  const isObject = checker.shape(options, table.rule);
  // Untyped configuration may omit it, and BullMQ would then use a Redis on this machine.
  if (isObject) checker.require(Boolean(options.connection as unknown), 'connection is missing');
  checker.throwIfAny();
  const { connection, encryptionKey } = options;
  requireKey('BullMqEventQueue', encryptionKey, connection);
  const { backoff, lease, timeout, ...complete } = table.resolve(options);
  return {
    ...complete,
    connection,
    seal: new JobSeal(encryptionKey, [complete.prefix, complete.name]),
    backoff: backoff * 1000,
    lease: lease * 1000,
    timeout: timeout * 1000,
  };
}

/** How many times a job may lose its worker before it is considered the cause. */
const MAX_STALLED = 3;
/** The longest delay of an event that another process is handling, in milliseconds. */
const RUNNING_DELAY = 5000;
/** How many events that cannot be opened a process remembers. */
const MAX_UNOPENED = 100;
/** How many jobs are removed at a time because of their age. */
const MAX_EXPIRED = 10_000;

const UNOPENED =
  'it cannot be opened: it was not written with one of the keys in encryptionKey, or was changed in Redis';

/** What Redis holds in clear of a failure. The sealed content of the job has its reason. */
const FAILED = 'the handlers failed: see the log';

/**
 * A {@link PixEventQueue} over BullMQ 6. Install the packages `bullmq` and `ioredis` yourself.
 *
 * With `encryptionKey`, Redis holds events encrypted, each bound to its queue and job. An event that
 * cannot be opened reaches no handler; it is retried, in case the key is still being replaced, and
 * becomes a dead letter.
 *
 * An event whose handlers fail is retried after `backoff`, then after twice and four times that,
 * and so on. After the last of its `attempts` it becomes a dead letter, which remains until it is
 * replayed or discarded, or older than `keepDeadLetters`, even if the provider repeats the
 * notification.
 *
 * Redis must persist its data (`appendonly yes`) and must not evict keys (`maxmemory-policy
 * noeviction`): events in the queue have already been acknowledged to the provider.
 *
 * @example
 * ```ts
 * const queue = new BullMqEventQueue({
 *   connection: { host: 'redis', port: 6379 },
 *   encryptionKey: process.env.PIX_EVENT_KEY, // openssl rand -base64 32
 * });
 *
 * PixWebhookReceiverModule.forRoot({ authentication, queue }); // serves the route
 * PixWebhookWorkerModule.forRoot({ queue, store }); // runs the handlers, there or elsewhere
 *
 * for (const { key, reason } of await queue.deadLetters()) console.log(key, reason);
 * await queue.replayAll();
 * ```
 */
export class BullMqEventQueue implements PixEventQueue {
  readonly batches = true;
  readonly #logger = new Logger('BullMqEventQueue');
  readonly #settings: BullMqSettings;
  /** The ids of jobs that this process could not open. */
  readonly #unopened = new Set<string>();
  readonly #stores = new Batcher<PixQueuedEvent, boolean>({
    slot: new Slot(systemRuntime),
    send: (events) => this.#storeAll(events),
  });
  #queue: Promise<EventQueue> | undefined;

  /** @throws ConfigurationError that lists all problems with the options */
  constructor(options: BullMqEventQueueOptions) {
    this.#settings = resolveBullMqSettings(options);
  }

  /** @throws ConfigurationError if bullmq is not installed */
  async open(): Promise<void> {
    const queue = await this.#opened();
    try {
      await this.#inTime(queue.waitUntilReady());
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** @returns whether the queue holds the event with different content */
  async enqueue(event: PixQueuedEvent): Promise<PixEnqueued> {
    return { conflicting: await this.#inTime(this.#stores.add(event)) };
  }

  async work(handle: Handle): Promise<() => Promise<void>> {
    const { Worker, DelayedError } = await loadBullMq();
    const { name, connection, prefix, concurrency, lease } = this.#settings;
    const inFlightWork = new InFlightWork();
    let stopping = false;
    const worker = new Worker<JobData>(
      name,
      async (job, token) => {
        // An event fetched during the shutdown is left to another worker.
        const verdict: PixQueueVerdict = stopping
          ? { outcome: 'running' }
          : await inFlightWork.add(this.#deliver(job, handle));
        if (verdict.outcome === 'failed') throw new Error(verdict.reason); // Redis keeps the text.
        if (verdict.outcome === 'done') return;
        await job.moveToDelayed(Date.now() + Math.min(RUNNING_DELAY, lease), token);
        throw new DelayedError();
      },
      {
        connection,
        prefix,
        concurrency,
        lockDuration: lease,
        stalledInterval: lease,
        maxStalledCount: MAX_STALLED,
      },
    );
    worker.on('error', (error) => this.#report(error));
    worker.on('failed', (job, error) => {
      if (typeof job?.finishedOn !== 'number') return; // The job will be retried.
      this.#logger.error(
        toLogLine(
          `Dead letter: ${toLogKey(this.#getKey(job))}: ${this.#getReason(job, error.message)}`,
        ),
      );
    });
    try {
      await this.#inTime(worker.waitUntilReady());
    } catch (error) {
      // Forces the close: without a connection, a graceful close would wait for one.
      await this.#closed(worker, worker.close(true));
      throw error;
    }
    const stopExpiry = await this.#expireRegularly();
    return async () => {
      stopping = true;
      stopExpiry();
      await worker.pause(true);
      // Handlers have no time limit, and Redis, which stores their results, may be unavailable.
      await inFlightWork.settled();
      await this.#closed(worker, closeWorker(worker));
    };
  }

  /** Returns the events whose attempts are used up, the latest failure first. */
  async deadLetters({ offset = 0, limit = 100 } = {}): Promise<PixDeadLetter[]> {
    if (limit < 1) return []; // A range that ends at -1 would return all jobs.
    const jobs = await this.#readFailed(await this.#opened(), offset, limit);
    return jobs.map((job) => ({
      key: this.#getKey(job),
      event: this.#open(job)?.event,
      reason: toLogLine(this.#getReason(job, job.failedReason)), // Redis may hold any text.
      attempts: job.attemptsMade,
      failedAt: new Date(job.finishedOn ?? 0),
    }));
  }

  /** Returns the number of dead letters. */
  async countDeadLetters(): Promise<number> {
    return (await this.#opened()).getFailedCount();
  }

  /**
   * Queues a dead letter again, with all of its attempts.
   *
   * @returns false if there is no such dead letter, or its job was changed so that it cannot be read
   */
  replay(eventKey: string): Promise<boolean> {
    return this.#replay(jobId(eventKey));
  }

  /**
   * Queues all current dead letters again.
   *
   * @returns how many were replayed, without those that another process takes in the meantime, and
   * those that cannot be read
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
    const [queue, id] = [await this.#opened(), jobId(eventKey)];
    return (await queue.getJobState(id)) === 'failed' && (await queue.remove(id)) === 1;
  }

  async count(): Promise<PixQueueCounts> {
    const queue = await this.#opened();
    const counted = queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
    const both = Promise.all([counted, this.#countUnopened(queue)]);
    const [{ waiting = 0, active = 0, delayed = 0, failed = 0 }, unopened] =
      await this.#inTime(both);
    return { waiting, running: active, delayed, deadLetters: failed, unopened };
  }

  async close(): Promise<void> {
    const queue = this.#queue;
    this.#queue = undefined;
    const opened = await queue;
    if (opened) await this.#closed(opened, opened.close());
  }

  /** Reads the jobs back: what differs from what was added belongs to an earlier delivery. */
  async #storeAll(events: readonly PixQueuedEvent[]): Promise<(boolean | Promise<boolean>)[]> {
    const queue = await this.#opened();
    const jobs = events.map((event) => toJob(event, this.#settings));
    await queue.addBulk(jobs);
    const held = await readData(
      queue,
      jobs.map(({ opts }) => opts.jobId),
    );
    return jobs.map((job, index) =>
      held[index] === JSON.stringify(job.data) ? false : this.#compare(queue, job),
    );
  }

  /** @returns whether the job that an earlier delivery has stored has different content */
  async #compare(queue: EventQueue, { event, digest, opts }: QueuedJob): Promise<boolean> {
    const { jobId: id } = opts;
    const job = await readJob(queue, id);
    if (!job) return false;
    if (!('retry' in job)) {
      if ((await queue.remove(id)) === 0) throw new Error(`${toLogKey(event.key)}: ${UNREAD}`);
      return this.#stores.add(event);
    }
    const held = this.#open(job);
    if (held?.event?.receivedAt === event.receivedAt) return false;
    // No handler has a dead letter or what cannot be opened, so its content may be replaced.
    if (!held || (await job.isFailed())) {
      const { seal } = this.#settings;
      await job.updateData(seal.seal(id, { digest, event, reason: held?.reason }, event));
    }
    return held?.digest !== digest;
  }

  /** Runs the handler. Leaves only the digest of an event that is done, and seals why it failed. */
  async #deliver(job: EventJob, handle: Handle): Promise<PixQueueVerdict> {
    const held = this.#open(job);
    if (!held) return { outcome: 'failed', reason: UNOPENED };
    const { event, digest } = held;
    if (!event) return { outcome: 'done' };
    const verdict = await handle(event).catch((error: unknown): PixQueueVerdict => {
      return { outcome: 'failed', reason: toLogLine(toErrorText(error)) };
    });
    if (verdict.outcome === 'failed') {
      await this.#update(job, { digest, event, reason: verdict.reason }, event);
      return { outcome: 'failed', reason: FAILED };
    }
    if (verdict.outcome === 'done' && this.#settings.keepCompleted > 0) {
      await this.#update(job, { digest }, event);
    }
    return verdict;
  }

  /** If this fails, the content stays sealed, and is removed after the same time. */
  async #update(job: EventJob, content: JobContent, event: PixQueuedEvent): Promise<void> {
    const data = this.#settings.seal.seal(job.id ?? '', content, event);
    await this.#inTime(job.updateData(data)).catch((error: unknown) => this.#report(error));
  }

  /** Returns the sealed reason of a failure of the handlers, and otherwise what BullMQ tells. */
  #getReason(job: HeldJob, told: string): string {
    return told === FAILED ? (this.#open(job)?.reason ?? told) : told;
  }

  #open(job: HeldJob): JobContent | undefined {
    const id = job.id ?? '';
    const held = this.#settings.seal.open(id, job.data);
    if (held) this.#unopened.delete(id);
    else if (this.#unopened.size < MAX_UNOPENED) this.#unopened.add(id);
    return held;
  }

  #getKey(job: HeldJob): string {
    const event = this.#open(job)?.event;
    return event?.key ?? `${job.id}`.replaceAll('.', ':').replace(/[^\x20-\x7e]/g, '?'); // Redis may hold any text.
  }

  /**
   * Counts those of the latest dead letters, also after a restart, and those that wait for a retry here. Forgets those
   * that are gone, or were replaced by the provider's next delivery.
   */
  async #countUnopened(queue: EventQueue): Promise<number> {
    for (const job of await this.#readFailed(queue, 0, MAX_UNOPENED)) this.#open(job);
    await Promise.all(
      Array.from(this.#unopened, async (id) => {
        const job = await readJob(queue, id);
        if (job) this.#open(job);
        else this.#unopened.delete(id);
      }),
    );
    return this.#unopened.size;
  }

  /** Reads the latest failed jobs. */
  async #readFailed(queue: EventQueue, offset: number, limit: number): Promise<HeldJob[]> {
    const ids = await queue.getRanges(['failed'], offset, offset + limit - 1);
    const jobs = await Promise.all(ids.map((id) => readJob(queue, id)));
    return jobs.filter((job) => job !== undefined);
  }

  /**
   * BullMQ removes a completed job only when a later one completes, and failed ones never.
   *
   * @returns a function that stops it
   */
  async #expireRegularly(): Promise<() => void> {
    const queue = await this.#opened();
    let cancel = (): void => undefined;
    const expire = () => {
      this.#expire(queue).catch((error: unknown) => this.#report(error));
      cancel = systemRuntime.after(HOUR_SECONDS * 1000, expire, { background: true });
    };
    expire();
    return () => cancel();
  }

  async #expire(queue: EventQueue): Promise<void> {
    const { keepCompleted, keepDeadLetters } = this.#settings;
    await queue.clean(keepCompleted * 1000, MAX_EXPIRED, 'completed');
    const { length } = await queue.clean(keepDeadLetters * 1000, MAX_EXPIRED, 'failed');
    if (length === 0) return;
    this.#logger.error(
      `Dead letters removed after ${keepDeadLetters / DAY_SECONDS} days: ${length}. Their payments may be unknown to the ` +
        'application: PixReconciler.run({ inicio, fim }) lists them at the provider.',
    );
  }

  /**
   * Waits until a queue or worker has closed, and disconnects it if Redis does not respond in time.
   * Never rejects: a shutdown must neither wait for Redis nor fail because of it.
   */
  async #closed(subject: Queue | Worker, closed: Promise<void>): Promise<void> {
    await this.#inTime(closed).catch((error: unknown) => {
      subject.disconnect().catch(() => undefined);
      this.#report(error);
    });
  }

  #inTime<T>(work: Promise<T>): Promise<T> {
    return within(systemRuntime, this.#settings.timeout, 'Redis', work);
  }

  async #replay(id: string): Promise<boolean> {
    const { ErrorCode } = await loadBullMq();
    const queue = await this.#opened();
    const job = await readJob(queue, id);
    if (!job || !('retry' in job)) return false;
    try {
      await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
      return true;
    } catch (error) {
      // Not a dead letter, or replayed or discarded by another process in the meantime.
      const { code } = error as { code?: number };
      if (code === ErrorCode.JobNotInState || code === ErrorCode.JobNotExist) return false;
      throw error;
    }
  }

  #opened(): Promise<EventQueue> {
    return (this.#queue ??= this.#create());
  }

  async #create(): Promise<EventQueue> {
    const { Queue } = await loadBullMq();
    const { name, connection, prefix } = this.#settings;
    const queue: EventQueue = new Queue(name, { connection, prefix });
    queue.on('error', (error) => this.#report(error));
    return queue;
  }

  #report(error: unknown): void {
    this.#logger.error(toLogLine(toErrorText(error)));
  }
}

type Handle = (event: PixQueuedEvent) => Promise<PixQueueVerdict>;

/** An event whose attempts are used up, as stored by `BullMqEventQueue`. */
export interface PixDeadLetter {
  /** The key of the event, for `replay` and `discard`. */
  readonly key: string;
  /** Absent if it cannot be opened with the keys of the queue. */
  readonly event: PixQueuedEvent | undefined;
  /**
   * Why the last attempt failed, with credentials and tax ids redacted. Refers to the log if the
   * event cannot be opened.
   */
  readonly reason: string;
  /** How often it was given to its handlers. */
  readonly attempts: number;
  readonly failedAt: Date;
}

type QueuedJob = ReturnType<typeof toJob>;

function toJob(event: PixQueuedEvent, settings: BullMqSettings) {
  const opts = jobOptions(event.key, settings);
  const digest = contentDigest(event);
  const data = settings.seal.seal(opts.jobId, { digest, event }, event);
  return { event, digest, name: event.type, data, opts };
}

/** Closes an idle worker. BullMQ would wait until a lost connection ends. */
async function closeWorker(worker: Worker): Promise<void> {
  const { status } = await findBackend(worker).client;
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
