import type { ConnectionOptions } from 'bullmq';
import { ConfigurationError } from '../../errors/index.js';

export interface BullMqEventQueueOptions {
  /** Redis 6.2 or later, as BullMQ takes it: `{ host, port, password, … }`, or a client (`maxRetriesPerRequest: null`). */
  connection: ConnectionOptions;
  /** The queue's name, the same in all processes. Default: `pix-webhook`. */
  name?: string | undefined;
  /** Stands before each of BullMQ's keys. Default: `bull`. */
  prefix?: string | undefined;
  /** How often an event is given to its handlers before it is a dead letter. Default: 12. */
  attempts?: number | undefined;
  /** How long after its first failure an event comes again, in seconds; it doubles with each. Default: 1. */
  backoff?: number | undefined;
  /** How many events one process handles at a time. Default: 8. */
  concurrency?: number | undefined;
  /** How long the work of a process that died stays taken, in seconds. Default: 30. */
  lease?: number | undefined;
  /**
   * How long a handled event stays in the queue, in seconds, so that its repeats are recognised there already. It holds
   * what the provider told, the payer included. Default: 1 hour.
   */
  keepCompleted?: number | undefined;
  /** How long Redis may take to store an event, or to answer at the start and at the end, in seconds. Default: 5. */
  timeout?: number | undefined;
}

/** The options, complete; times in milliseconds unless they say otherwise. */
export interface BullMqSettings {
  readonly connection: ConnectionOptions;
  readonly name: string;
  readonly prefix: { readonly prefix?: string };
  readonly attempts: number;
  readonly backoff: number;
  readonly concurrency: number;
  readonly lease: number;
  /** In seconds. */
  readonly keepCompleted: number;
  readonly timeout: number;
}

/** @throws ConfigurationError that lists all that is wrong */
export function resolveBullMqSettings(options: BullMqEventQueueOptions): BullMqSettings {
  const { name = 'pix-webhook', prefix, attempts = 12, backoff = 1, concurrency = 8 } = options;
  const { lease = 30, keepCompleted = 60 * 60, timeout = 5 } = options;
  const problems: string[] = [];
  for (const [field, count] of Object.entries({ attempts, concurrency })) {
    if (!Number.isInteger(count) || count < 1) problems.push(`${field} must be a positive integer`);
  }
  for (const [field, time] of Object.entries({ backoff, lease, timeout })) {
    if (!Number.isFinite(time) || time <= 0) problems.push(`${field} must be more than 0 seconds`);
  }
  if (!Number.isFinite(keepCompleted) || keepCompleted < 0) {
    problems.push('keepCompleted must be 0 seconds or more');
  }
  if (name === '' || name.includes(':')) problems.push('name must be a text without a colon');
  // Untyped configuration may well leave it out, and BullMQ would take a Redis on this machine for it.
  if (!(options.connection as unknown)) problems.push('connection is missing');
  if (problems.length > 0)
    throw new ConfigurationError(`BullMqEventQueue: ${problems.join('; ')}.`);
  return {
    connection: options.connection,
    name,
    prefix: prefix === undefined ? {} : { prefix },
    attempts,
    backoff: backoff * 1000,
    concurrency,
    lease: lease * 1000,
    keepCompleted,
    timeout: timeout * 1000,
  };
}
