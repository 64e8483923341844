import type { ConnectionOptions } from 'bullmq';
import { applyDefaults, OptionChecker } from '../../errors/index.js';

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

const DEFAULTS = {
  name: 'pix-webhook',
  attempts: 12,
  backoff: 1,
  concurrency: 8,
  lease: 30,
  keepCompleted: 60 * 60,
  timeout: 5,
} satisfies Partial<BullMqEventQueueOptions>;

/** @throws ConfigurationError that lists all that is wrong */
export function resolveBullMqSettings(options: BullMqEventQueueOptions): BullMqSettings {
  const { connection, prefix } = options;
  const complete = applyDefaults(options, DEFAULTS);
  const checker = new OptionChecker('BullMqEventQueue');
  checkOptions(complete, checker);
  // Untyped configuration may well leave it out, and BullMQ would take a Redis on this machine for it.
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
  checker.require(name !== '' && !name.includes(':'), 'name must be a text without a colon');
}
