import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RateLimitError } from '../../lib/errors/index.js';
import { rateLimitRule, RateLimits, type PixRateLimitOptions } from '../../lib/limits/index.js';
import { definePixProvider, pixProviders } from '../../lib/providers/index.js';
import { systemRuntime } from '../../lib/runtime/index.js';

let account = 0;

beforeEach(() => {
  // rate-limiter-flexible reads Date and sets timers by itself.
  jest.useFakeTimers();
  account += 1;
});

afterEach(() => {
  jest.useRealTimers();
});

function open(
  options: PixRateLimitOptions = {},
  limits = { tokensPerMinute: 5, callsPerMinute: 120 },
) {
  return new RateLimits({
    provider: 'inter',
    accountKey: `account-${account}`,
    limits,
    options,
    runtime: systemRuntime,
  });
}

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** Uses all calls of the window. */
async function exhaust(limits: RateLimits, count = 5): Promise<void> {
  for (let call = 0; call < count; call += 1) await limits.acquire('token');
}

describe('RateLimits', () => {
  it('does not wait without limits', () => {
    const limits = open({}, {} as never);
    expect(limits.acquire('token')).toBeUndefined();
    expect(limits.acquire('call')).toBeUndefined();
  });

  it('allows the calls of a window and delays the others until the next one', async () => {
    const limits = open();
    const passed: number[] = [];
    const calls = Array.from({ length: 12 }, async (_, index) => {
      await limits.acquire('token');
      passed.push(index);
    });
    await jest.advanceTimersByTimeAsync(59_000);
    expect(passed).toEqual([0, 1, 2, 3, 4]);
    await jest.advanceTimersByTimeAsync(2000);
    expect(passed).toHaveLength(10);
    await jest.advanceTimersByTimeAsync(61_000);
    await Promise.all(calls);
    expect(passed).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('counts token requests and calls separately', async () => {
    const limits = open({ whenExceeded: 'throw' });
    await exhaust(limits);
    await expect(limits.acquire('call')).resolves.toBeUndefined();
    await expect(limits.acquire('token')).rejects.toThrow(RateLimitError);
  });

  it('throws immediately when the wait would exceed the deadline', async () => {
    const limits = open();
    await exhaust(limits);
    const until = systemRuntime.elapsed() + 10_000;
    await expect(limits.acquire('token', { until })).rejects.toMatchObject({
      name: 'RateLimitError',
      retryAfter: 60,
      details: { provider: 'inter', kind: 'token', perMinute: 5 },
    });
  });

  it('includes the waiting calls in the wait', async () => {
    const limits = open();
    await exhaust(limits);
    const waiting = Array.from({ length: 5 }, async () => limits.acquire('token'));
    await jest.advanceTimersByTimeAsync(0);
    const until = systemRuntime.elapsed() + 90_000;
    await expect(limits.acquire('token', { until })).rejects.toMatchObject({ retryAfter: 120 });
    await jest.advanceTimersByTimeAsync(61_000);
    await Promise.all(waiting);
  });

  it('counts token requests and calls separately if their limits are equal', async () => {
    const limits = open({ whenExceeded: 'throw' }, { tokensPerMinute: 5, callsPerMinute: 5 });
    await exhaust(limits);
    await expect(limits.acquire('call')).resolves.toBeUndefined();
  });

  it('allows a call exactly at its deadline', async () => {
    const limits = open();
    await exhaust(limits);
    const call = limits.acquire('token', { until: systemRuntime.elapsed() + 60_000 });
    await jest.advanceTimersByTimeAsync(60_000);
    await expect(call).resolves.toBeUndefined();
  });

  it('waits within the deadline', async () => {
    const limits = open();
    await exhaust(limits);
    const call = limits.acquire('token', { until: systemRuntime.elapsed() + 61_000 });
    await jest.advanceTimersByTimeAsync(60_500);
    await expect(call).resolves.toBeUndefined();
  });

  it("throws with retryAfter instead of waiting with whenExceeded 'throw'", async () => {
    const limits = open({ whenExceeded: 'throw' });
    await exhaust(limits);
    await jest.advanceTimersByTimeAsync(20_000);
    await expect(limits.acquire('token')).rejects.toMatchObject({ retryAfter: 40 });
    await jest.advanceTimersByTimeAsync(40_500);
    await expect(limits.acquire('token')).resolves.toBeUndefined();
  });

  it('rejects a waiting call when its signal aborts', async () => {
    const limits = open();
    await exhaust(limits);
    const controller = new AbortController();
    const call = limits.acquire('token', { signal: controller.signal });
    const failure = Promise.resolve(call).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(1000);
    controller.abort('aborted');
    expect(await failure).toMatchObject({
      name: 'PixErroTransporteException',
      title: 'Request aborted',
      resultUnknown: false,
      cause: 'aborted',
    });
  });

  it('no longer counts aborted calls', async () => {
    const limits = open();
    await exhaust(limits);
    const { signal, abort } = abortable();
    const aborted = Array.from({ length: 5 }, async () => limits.acquire('token', { signal }));
    const refused = Promise.allSettled(aborted);
    await jest.advanceTimersByTimeAsync(1000);
    abort();
    await refused;
    const until = systemRuntime.elapsed() + 61_000;
    const call = limits.acquire('token', { until });
    await jest.advanceTimersByTimeAsync(61_000);
    await expect(call).resolves.toBeUndefined();
  });

  it('rounds retryAfter up to whole seconds', async () => {
    const limits = open({ whenExceeded: 'throw' });
    await exhaust(limits);
    await jest.advanceTimersByTimeAsync(20_500);
    await expect(limits.acquire('token')).rejects.toMatchObject({ retryAfter: 40 });
  });

  it('shares the limits between the clients of one account only', async () => {
    await exhaust(open());
    await expect(open({ whenExceeded: 'throw' }).acquire('token')).rejects.toThrow(RateLimitError);
    account += 1;
    await expect(open({ whenExceeded: 'throw' }).acquire('token')).resolves.toBeUndefined();
  });

  it.each([
    [{ whenExceeded: 'queue' }, /whenExceeded/],
    [{ store: 'redis' }, /client of ioredis/],
    [{ store: { client: {} } }, /client of ioredis/],
    [true, /must be an object/],
  ])('names the refused option for %j', (options, message) => {
    const problems: string[] = [];
    rateLimitRule(options, 'rateLimit', (problem) => problems.push(String(problem)));
    expect(problems.join()).toMatch(message);
  });
});

describe('provider rate limits', () => {
  it('of Inter are 5 token requests and 120 calls per minute, and 10 calls in the sandbox', () => {
    expect(pixProviders.inter.rateLimits).toEqual({ tokensPerMinute: 5, callsPerMinute: 120 });
    expect(pixProviders.inter.sandbox?.rateLimits).toEqual({
      tokensPerMinute: 5,
      callsPerMinute: 10,
    });
  });

  it.each([0, -1, 1.5, '5'])('refuse %p', (callsPerMinute) => {
    const profile = { ...pixProviders.inter, rateLimits: { callsPerMinute } };
    expect(() => definePixProvider(profile as never)).toThrow(/rateLimits\.callsPerMinute/);
  });
});
