import { describe, expect, it } from '@jest/globals';
import { delayBefore } from '../../lib/client/backoff.js';
import { DEFAULT_RETRY, parseRetry } from '../../lib/client/retry-options.js';
import { PixErroDesconhecidoException } from '../../lib/errors/index.js';
import type { PixRuntime } from '../../lib/runtime/index.js';
import { ManualRuntime } from '../support/manual-runtime.js';

/** A runtime whose random numbers are all the same. */
function always(random: number): PixRuntime {
  const runtime = new ManualRuntime();
  runtime.random = () => random;
  return runtime;
}

/** A refusal that asks for a wait, in seconds. */
const asking = (retryAfter: number) =>
  new PixErroDesconhecidoException({ title: 'Too many requests', status: 429 }, { retryAfter });

/** The longest waits before the first repeats, in milliseconds. */
const longest = (repeats: number) =>
  Array.from({ length: repeats }, (_, index) =>
    delayBefore(index + 1, undefined, DEFAULT_RETRY, always(1)),
  );

describe('the wait before a repeat', () => {
  it('doubles from a quarter of a second to 8 seconds by default', () => {
    expect(longest(8)).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
  });

  it('is a random share of its limit, from none to all', () => {
    const delays = [0, 0.25, 0.5].map((random) =>
      delayBefore(3, undefined, DEFAULT_RETRY, always(random)),
    );
    expect(delays).toEqual([0, 250, 500]);
  });

  it('is added to what the provider asks for', () => {
    expect(delayBefore(1, asking(8), DEFAULT_RETRY, always(0.5))).toBe(8125);
  });

  it('is none when the provider asks for more than the longest wait', () => {
    const error = asking(8.001);
    expect(delayBefore(1, error, DEFAULT_RETRY, always(0))).toBeUndefined();
  });
});

describe('the settings of repeats', () => {
  it('are 3 attempts, a quarter of a second to 8 seconds and a budget of 100 by default', () => {
    expect(parseRetry({})).toEqual({ attempts: 3, baseDelay: 0.25, maxDelay: 8, budget: 100 });
  });
});
