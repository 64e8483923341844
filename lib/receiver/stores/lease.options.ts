import { numeric, OptionChecker, type OptionShape } from '../../options/index.js';
import { DAY_SECONDS } from '../../runtime/index.js';

/** The lease and retention times of a store that several processes share. */
export interface PixLeaseOptions {
  /**
   * How long an event stays reserved for a process that has died, in seconds. A running process
   * renews its leases three times per lease, so a handler may take longer than this. Default: 30.
   */
  lease?: number | undefined;
  /**
   * How long a completed key is remembered, in seconds. A Pix is notified again with each of its
   * refunds, up to 90 days later; with a shorter time, its handlers then run again. Default: 100
   * days.
   */
  ttl?: number | undefined;
  /**
   * The time limit for a response of the server, in seconds. After it, the event has failed and
   * must be delivered again, regardless of the client's own time limits. Default: 5.
   */
  timeout?: number | undefined;
}

/** The rules of the times. */
export const leaseShape: OptionShape<PixLeaseOptions> = {
  lease: numeric,
  ttl: numeric,
  timeout: numeric,
};

/** The times in milliseconds. */
export interface LeaseTimes {
  readonly lease: number;
  readonly ttl: number;
  readonly timeout: number;
}

/** @throws ConfigurationError that lists the times that are not positive */
export function leaseTimes(
  store: string,
  { lease = 30, ttl = 100 * DAY_SECONDS, timeout = 5 }: PixLeaseOptions,
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
