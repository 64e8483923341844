import type { ConnectionOptions } from 'bullmq';
import {
  applyDefaults,
  must,
  numeric,
  objectOf,
  OptionChecker,
  text,
  valueOr,
} from '../../options/index.js';
import { HOUR_SECONDS } from '../../runtime/index.js';

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

const optionsRule = objectOf<BullMqEventQueueOptions>({
  connection: valueOr(
    [null],
    must(
      'an object such as { host, port }, or a client of ioredis',
      (value) => typeof value === 'object' && !Array.isArray(value),
    ),
  ),
  name: text,
  prefix: text,
  attempts: numeric,
  backoff: numeric,
  concurrency: numeric,
  lease: numeric,
  keepCompleted: numeric,
  timeout: numeric,
});

/** The checked and complete options. Times are in milliseconds unless noted. */
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

const DEFAULTS = {
  name: 'pix-webhook',
  attempts: 12,
  backoff: 1,
  concurrency: 8,
  lease: 30,
  keepCompleted: HOUR_SECONDS,
  timeout: 5,
} satisfies Partial<BullMqEventQueueOptions>;

/** @throws ConfigurationError that lists all problems */
export function resolveBullMqSettings(options: BullMqEventQueueOptions): BullMqSettings {
  const checker = new OptionChecker('BullMqEventQueue');
  if (!checker.shape(options, optionsRule)) checker.throwIfAny();
  const { connection, prefix } = options;
  const complete = applyDefaults(options, DEFAULTS);
  checkOptions(complete, checker);
  // Untyped configuration may omit it, and BullMQ would then use a Redis on this machine.
  checker.require(Boolean(connection as unknown), 'connection is missing');
  checker.throwIfAny();
  return {
    ...complete,
    connection,
    prefix: prefix === undefined ? {} : { prefix },
    backoff: complete.backoff * 1000,
    lease: complete.lease * 1000,
    timeout: complete.timeout * 1000,
  };
}

function checkOptions(options: Readonly<typeof DEFAULTS>, checker: OptionChecker): void {
  const { name, keepCompleted } = options;
  for (const field of ['attempts', 'concurrency'] as const) {
    checker.integer(field, options[field], { min: 1 });
  }
  for (const field of ['backoff', 'lease', 'timeout'] as const) {
    checker.seconds(field, options[field], { positive: true });
  }
  checker.seconds('keepCompleted', keepCompleted);
  checker.require(
    name !== '' && !name.includes(':'),
    'name must be a non-empty string without a colon',
  );
}
