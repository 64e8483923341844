import { ValueError } from '../errors/index.js';
import { describeTooLong, toSentence } from '../options/index.js';

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

/** Larger values are usually meant as milliseconds. */
const MAX_SECONDS = 600;

/**
 * Validates a time limit.
 *
 * @throws ValueError unless each part is a number above 0 and at most 600 seconds, or the second is
 * `null`
 */
export function parseTimeout(value: PixTimeout): TimeLimits {
  return parse(value) ?? refuse(value, 'timeout', ', where null as read time means no limit');
}

/**
 * Validates a time limit that must have a read time, like {@link parseTimeout}.
 *
 * @param name of the option, for the error. Default: `timeout`
 * @throws ValueError unless each part is a number above 0 and at most 600 seconds
 */
export function parseBoundedTimeout(
  value: number | readonly [number, number],
  name = 'timeout',
): TimeLimits {
  const limits = parse(value);
  return limits === undefined || limits.readMs === null ? refuse(value, name) : limits;
}

/** Returns the problem of a time limit with a part that is too long; `undefined` if none is. */
export function describeLongTimeout(value: unknown, name = 'timeout'): string | undefined {
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return parts.map((part) => describeTooLong(name, part, MAX_SECONDS)).find(Boolean);
}

function refuse(value: unknown, name: string, nullRule = ''): never {
  const rule = `${name} must be a number of seconds above 0 (at most ${MAX_SECONDS}), or the pair [connect, read] of such numbers${nullRule}`;
  throw new ValueError(toSentence(describeLongTimeout(value, name) ?? rule));
}

function parse(value: unknown): TimeLimits | undefined {
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value, value];
  if (parts.length !== 2) return undefined;
  const [connect, read] = parts;
  if (!isSeconds(connect) || !(read === null || isSeconds(read))) return undefined;
  return { connectMs: toMs(connect), readMs: isSeconds(read) ? toMs(read) : null };
}

function isSeconds(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= MAX_SECONDS;
}

function toMs(seconds: number): number {
  return Math.ceil(seconds * 1000);
}
