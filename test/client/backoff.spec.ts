import { describe, expect, it } from '@jest/globals';
import { DEFAULT_RETRY, parseRetry } from '../../lib/client/options.js';
import { delayBefore } from '../../lib/client/recover.js';
import { PixErroDesconhecidoException } from '../../lib/errors/index.js';
import type { PixRuntime } from '../../lib/runtime/index.js';
import { ManualRuntime } from '../support/manual-runtime.js';

/** Builds a runtime whose random numbers are all `random`. */
function runtimeWithRandom(random: number): PixRuntime {
  const runtime = new ManualRuntime();
  runtime.random = () => random;
  return runtime;
}

/** Builds a 429 whose `Retry-After` is this number of seconds. */
const errorWithRetryAfter = (retryAfter: number) =>
  new PixErroDesconhecidoException({ title: 'Too many requests', status: 429 }, { retryAfter });

/** Returns the longest delay before each of the first repeats, in milliseconds. */
const longestDelays = (repeats: number) =>
  Array.from({ length: repeats }, (_, index) =>
    delayBefore(index + 1, undefined, DEFAULT_RETRY, runtimeWithRandom(1)),
  );

describe('delayBefore', () => {
  it('doubles the limit from 250 ms to 8 seconds by default', () => {
    expect(longestDelays(8)).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
  });

  it('returns a random fraction of the limit', () => {
    const delays = [0, 0.25, 0.5].map((random) =>
      delayBefore(3, undefined, DEFAULT_RETRY, runtimeWithRandom(random)),
    );
    expect(delays).toEqual([0, 250, 500]);
  });

  it('adds the delay to the Retry-After of the provider', () => {
    expect(delayBefore(1, errorWithRetryAfter(8), DEFAULT_RETRY, runtimeWithRandom(0.5))).toBe(
      8125,
    );
  });

  it('returns undefined when Retry-After exceeds the longest wait', () => {
    const error = errorWithRetryAfter(8.001);
    expect(delayBefore(1, error, DEFAULT_RETRY, runtimeWithRandom(0))).toBeUndefined();
  });
});

describe('parseRetry', () => {
  it('returns 3 attempts, delays from 0.25 s to 8 s and a budget of 100 by default', () => {
    expect(parseRetry({})).toEqual({ attempts: 3, baseDelay: 0.25, maxDelay: 8, budget: 100 });
  });
});
