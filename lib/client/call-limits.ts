import { ValueError } from '../errors/index.js';
import type { PixTimeout } from '../transport/index.js';

/** What ends a call before its work does. A token is waited for within the same limits. */
export interface CallLimits {
  /** Instant of `runtime.elapsed()` at which the call ends. */
  readonly until: number;
  /** Aborts the call. */
  readonly signal: AbortSignal | undefined;
  /** Time limit of an attempt, over the module's. */
  readonly timeout: PixTimeout | undefined;
}

/** Seconds that a call may take at most, when neither the module nor the call says otherwise. */
export const DEFAULT_DEADLINE = 60;

const MAX_DEADLINE = 86_400;
const DEFAULT_DRAIN = 10;
const MAX_DRAIN = 3600;

/**
 * Checks a deadline.
 *
 * @returns it in milliseconds
 * @throws ValueError unless it is a number above 0 and at most 86400 seconds
 */
export function parseDeadline(deadline: number): number {
  if (!(typeof deadline === 'number' && deadline > 0 && deadline <= MAX_DEADLINE)) {
    throw new ValueError(
      `deadline must be seconds above 0 and at most ${MAX_DEADLINE}: it limits a whole call with its token, attempts and waits.`,
    );
  }
  return deadline * 1000;
}

/**
 * Checks how long calls in flight may take when a client closes. Default: 10 seconds.
 *
 * @returns it in milliseconds
 * @throws ValueError unless it is a number of seconds from 0 to 3600
 */
export function parseDrain(drain: number = DEFAULT_DRAIN): number {
  if (!(typeof drain === 'number' && drain >= 0 && drain <= MAX_DRAIN)) {
    throw new ValueError(`drain must be seconds from 0 to ${MAX_DRAIN}.`);
  }
  return drain * 1000;
}
