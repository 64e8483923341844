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

const RULE = `timeout must be a number of seconds above 0 (at most ${MAX_SECONDS}), or the pair [connect, read] of such numbers`;

/**
 * Validates a time limit.
 *
 * @throws ValueError unless each part is a number above 0 and at most 2147483 seconds, or the
 * second is `null`
 */
export function parseTimeout(value: PixTimeout): TimeLimits {
  const limits = parse(value, true);
  if (limits === undefined) {
    throw new ValueError(`${RULE}, where null as read time means no limit.`);
  }
  return limits;
}

/**
 * Validates a time limit that must have a read time, like {@link parseTimeout}.
 *
 * @throws ValueError unless each part is a number above 0 and at most 2147483 seconds
 */
export function parseBoundedTimeout(value: number | readonly [number, number]): TimeLimits {
  const limits = parse(value, false);
  if (limits === undefined) throw new ValueError(`${RULE}.`);
  return limits;
}

function parse(value: unknown, allowsNull: boolean): TimeLimits | undefined {
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value, value];
  if (parts.length !== 2) return undefined;
  const [connect, read] = parts;
  const hasNoLimit = allowsNull && read === null;
  if (!isSeconds(connect) || !(hasNoLimit || isSeconds(read))) return undefined;
  return { connectMs: toMs(connect), readMs: isSeconds(read) ? toMs(read) : null };
}

function isSeconds(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= MAX_SECONDS;
}

function toMs(seconds: number): number {
  return Math.ceil(seconds * 1000);
}
