import { ValueError } from '../errors/index.js';
import { describeTooLong, toSentence } from '../options/index.js';
import type { PixTimeout } from '../transport/index.js';

/** The limits of a call, including its wait for a token. */
export interface CallLimits {
  /** Instant of `runtime.elapsed()` at which the call ends. */
  readonly until: number;
  /** Aborts the call. */
  readonly signal: AbortSignal | undefined;
  /** Time limit of an attempt; overrides the module's. */
  readonly timeout: PixTimeout | undefined;
}

/** Default deadline of a call, in seconds. */
export const DEFAULT_DEADLINE = 60;

/** Larger values are usually meant as milliseconds. */
const MAX_DEADLINE = 600;
const DEFAULT_DRAIN = 10;
const MAX_DRAIN = 3600;

/**
 * Validates a deadline.
 *
 * @returns it in milliseconds
 * @throws ValueError unless it is a number above 0 and at most 600 seconds
 */
export function parseDeadline(deadline: number): number {
  if (!(typeof deadline === 'number' && deadline > 0 && deadline <= MAX_DEADLINE)) {
    throw new ValueError(
      toSentence(
        describeTooLong('deadline', deadline, MAX_DEADLINE) ??
          `deadline must be a number of seconds above 0 and at most ${MAX_DEADLINE}. It limits a whole call with its token, attempts and waits`,
      ),
    );
  }
  return deadline * 1000;
}

/**
 * Validates how long a closing client waits for in-flight calls. Default: 10 seconds.
 *
 * @returns it in milliseconds
 * @throws ValueError unless it is a number of seconds from 0 to 3600
 */
export function parseDrain(drain: number = DEFAULT_DRAIN): number {
  if (!(typeof drain === 'number' && drain >= 0 && drain <= MAX_DRAIN)) {
    throw new ValueError(`drain must be a number of seconds from 0 to ${MAX_DRAIN}.`);
  }
  return drain * 1000;
}
