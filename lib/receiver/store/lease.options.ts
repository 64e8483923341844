import { ConfigurationError } from '../../errors/index.js';

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
}

const DAY = 24 * 60 * 60;

/** Both times in milliseconds. */
export interface LeaseTimes {
  readonly lease: number;
  readonly ttl: number;
}

/** @throws ConfigurationError on a time that is not positive */
export function leaseTimes(
  store: string,
  { lease = 30, ttl = 100 * DAY }: PixLeaseOptions,
): LeaseTimes {
  for (const [name, seconds] of Object.entries({ lease, ttl })) {
    if (!Number.isFinite(seconds) || seconds <= 0) {
      throw new ConfigurationError(`${store}: ${name} must be a positive number of seconds.`);
    }
  }
  return { lease: Math.ceil(lease * 1000), ttl: Math.ceil(ttl * 1000) };
}
