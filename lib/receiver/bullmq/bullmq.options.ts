import type { ConnectionOptions } from 'bullmq';
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
