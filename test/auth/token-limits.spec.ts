import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { RateLimits } from '../../lib/limits/index.js';
import { systemRuntime } from '../../lib/runtime/index.js';
import { TokenFixture } from './support/token-fixture.js';

let fixture: TokenFixture;
let account = 0;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  fixture = new TokenFixture();
  account += 1;
});

afterEach(() => {
  jest.useRealTimers();
});

/** Creates a service that may request one token per minute, on the fake timers of jest. */
function open(whenExceeded: 'wait' | 'throw') {
  const limits = new RateLimits({
    provider: 'bank',
    accountKey: `token-limits-${account}`,
    limits: { tokensPerMinute: 1 },
    options: { whenExceeded },
    runtime: systemRuntime,
  });
  return fixture.open({ limits, runtime: systemRuntime });
}

describe('TokenService with a rate limit', () => {
  it('waits for the next window before it requests another token', async () => {
    const tokens = open('wait');
    await tokens.getToken('cob.read');
    const call = tokens.getToken('pix.read');
    await jest.advanceTimersByTimeAsync(59_000);
    expect(fixture.requests).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(2000);
    await expect(call).resolves.toBe('token-2');
  });

  it('throws a RateLimitError when the deadline is earlier; other callers keep waiting', async () => {
    const tokens = open('wait');
    await tokens.getToken('cob.read');
    const until = systemRuntime.elapsed() + 1000;
    const withDeadline = tokens.getToken('pix.read', { until });
    const withoutDeadline = tokens.getToken('pix.read');
    await expect(withDeadline).rejects.toMatchObject({ name: 'RateLimitError', retryAfter: 60 });
    await jest.advanceTimersByTimeAsync(61_000);
    await expect(withoutDeadline).resolves.toBe('token-2');
  });

  it('consumes the limit once for 1,000 callers with different deadlines', async () => {
    const tokens = open('wait');
    await tokens.getToken('cob.read');
    const start = systemRuntime.elapsed() + 1000;
    const consume = jest.spyOn(RateLimiterMemory.prototype, 'consume');
    const results = await Promise.allSettled(
      Array.from({ length: 1000 }, (_, index) =>
        tokens.getToken('pix.read', { until: start + index }),
      ),
    );
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(consume).toHaveBeenCalledTimes(1);
    consume.mockRestore();
  });

  it("throws immediately with whenExceeded 'throw' and still requests a token in the next window", async () => {
    const tokens = open('throw');
    await tokens.getToken('cob.read');
    await expect(tokens.getToken('pix.read')).rejects.toMatchObject({ name: 'RateLimitError' });
    await jest.advanceTimersByTimeAsync(61_000);
    await expect(tokens.getToken('pix.read')).resolves.toBe('token-2');
    expect(fixture.requests).toHaveLength(2);
  });

  it('rejects the waiting call when the client is closed', async () => {
    const tokens = open('wait');
    await tokens.getToken('cob.read');
    const call = tokens.getToken('pix.read');
    const failure = call.catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(1000);
    tokens.close();
    expect(await failure).toMatchObject({ title: 'Client closed' });
  });
});
