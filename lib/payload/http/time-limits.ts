import { ValueError } from '../../errors/index.js';

/** @internal */
export interface TimeLimits {
  readonly connectMs: number;
  readonly readMs: number;
}

/** Time limits of connecting and reading (docs/decisions.md D62). */
const DEFAULT_SECONDS = [5, 30] as const;

/** Timers of Node.js fire immediately beyond this limit. */
const MAX_SECONDS = 2_147_483;

/** @throws ValueError unless each part is a number of seconds above 0 @internal */
export function parseTimeLimits(
  timeout: number | readonly [connect: number, read: number] = DEFAULT_SECONDS,
): TimeLimits {
  const given: unknown = timeout;
  const parts: readonly unknown[] = Array.isArray(given) ? given : [given, given];
  if (parts.length !== 2) throw invalid();
  return { connectMs: milliseconds(parts[0]), readMs: milliseconds(parts[1]) };
}

function milliseconds(seconds: unknown): number {
  if (typeof seconds !== 'number' || !(seconds > 0 && seconds <= MAX_SECONDS)) throw invalid();
  return Math.ceil(seconds * 1000);
}

function invalid(): ValueError {
  return new ValueError(
    `timeout must be a number of seconds above 0 (at most ${MAX_SECONDS}), or the pair [connect, read] of such numbers.`,
  );
}
