import { OptionChecker } from '../../errors/index.js';

/** How a store that many processes share holds and forgets keys. */
export interface PixLeaseOptions {
  /**
   * How long the work of a process that died stays taken, in seconds. A living process renews its leases three times as
   * often, so a handler may take longer than this. Default: 30.
   */
  lease?: number | undefined;
  /**
   * How long a completed key is remembered, in seconds. A Pix is told again with each of its refunds, up to 90 days
   * later, so a shorter time runs the handlers of received Pix again then. Default: 100 days.
   */
  ttl?: number | undefined;
  /**
   * How long the server may take to answer, in seconds. Past that the event has failed and is to be delivered again,
   * whatever the client's own patience. Default: 5.
   */
  timeout?: number | undefined;
}

const DAY = 24 * 60 * 60;

/** The times in milliseconds. */
export interface LeaseTimes {
  readonly lease: number;
  readonly ttl: number;
  readonly timeout: number;
}

/** @throws ConfigurationError that lists the times that are not positive */
export function leaseTimes(
  store: string,
  { lease = 30, ttl = 100 * DAY, timeout = 5 }: PixLeaseOptions,
): LeaseTimes {
  const checker = new OptionChecker(store);
  for (const [name, seconds] of Object.entries({ lease, ttl, timeout })) {
    checker.seconds(name, seconds, { positive: true });
  }
  checker.throwIfAny();
  const milliseconds = (seconds: number) => Math.ceil(seconds * 1000);
  return {
    lease: milliseconds(lease),
    ttl: milliseconds(ttl),
    timeout: milliseconds(timeout),
  };
}
