import { ValueError } from '../errors/index.js';

/**
 * Time limit of a request in seconds: a number sets both parts, a pair sets each, `null` as the
 * second means no limit (docs/decisions.md D62).
 *
 * - connect: name look-up, TCP and TLS handshake of a new connection; - read: from sending the
 * request to receiving the whole response. The same limit applies to waiting for a free connection.
 */
export type PixTimeout = number | readonly [connect: number, read: number | null];

/** A validated {@link PixTimeout}, in milliseconds. */
export interface TimeLimits {
  readonly connectMs: number;
  /** `null`: no limit. */
  readonly readMs: number | null;
  /** Instant of `performance.now()` at which the request fails. Default: none. */
  readonly until?: number;
}

/** 5 s to connect, 30 s to read. */
export const DEFAULT_TIMEOUT: PixTimeout = [5, 30];

/** Timers of Node.js fire immediately beyond this limit. */
const MAX_SECONDS = 2_147_483;

/**
 * Validates a time limit.
 *
 * @throws ValueError unless each part is a number above 0 and at most 2147483 seconds, or the
 * second is `null`
 */
export function parseTimeout(value: PixTimeout): TimeLimits {
  const given: unknown = value;
  if (!Array.isArray(given)) {
    const ms = milliseconds(given);
    return { connectMs: ms, readMs: ms };
  }
  const parts: readonly unknown[] = given;
  if (parts.length !== 2) throw invalid();
  return {
    connectMs: milliseconds(parts[0]),
    readMs: parts[1] === null ? null : milliseconds(parts[1]),
  };
}

function milliseconds(seconds: unknown): number {
  if (typeof seconds !== 'number' || !(seconds > 0 && seconds <= MAX_SECONDS)) throw invalid();
  return Math.ceil(seconds * 1000);
}

function invalid(): ValueError {
  return new ValueError(
    `timeout must be a number of seconds above 0 (at most ${MAX_SECONDS}), or the pair [connect, read] of such numbers, where null as read time means no limit.`,
  );
}
