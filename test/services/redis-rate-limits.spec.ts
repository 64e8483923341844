import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { createPixClient, RateLimitError } from '../../lib/index.js';
import { RateLimits } from '../../lib/limits/index.js';
import { systemRuntime } from '../../lib/runtime/index.js';
import { ScriptedProvider } from '../support/scripted-provider.js';
import { Relay } from './support/relay.js';
import { deleteKeys, openRedis, REDIS_URL, unique } from './support/servers.js';

let redis: Redis;
let relay: Relay;
let far: Redis;
let keyPrefix: string;
let warn: jest.SpiedFunction<Logger['warn']>;
let log: jest.SpiedFunction<Logger['log']>;

beforeEach(async () => {
  warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  log = jest.spyOn(Logger.prototype, 'log').mockImplementation(() => undefined);
  redis = await openRedis();
  relay = await Relay.to(REDIS_URL);
  far = new Redis(relay.port, '127.0.0.1', { retryStrategy: () => 200 });
  far.on('error', () => undefined);
  keyPrefix = unique('pix_limit');
});

afterEach(async () => {
  far.disconnect();
  await relay.cut();
  await deleteKeys(redis, keyPrefix);
  redis.disconnect();
  jest.restoreAllMocks();
});

function open(client: Redis): RateLimits {
  return new RateLimits({
    provider: 'inter',
    accountKey: keyPrefix,
    limits: { tokensPerMinute: 5 },
    options: { whenExceeded: 'throw', store: { client, keyPrefix } },
    runtime: systemRuntime,
  });
}

/** Returns how many of these calls pass the limit. */
async function passed(calls: (Promise<void> | undefined)[]): Promise<number> {
  const results = await Promise.allSettled(calls.map(async (call) => call));
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(RateLimitError);
  }
  return results.filter(({ status }) => status === 'fulfilled').length;
}

describe('rate limits in Redis', () => {
  it('are shared: 5 of 200 concurrent calls over two connections pass', async () => {
    const [one, other] = [open(redis), open(far)];
    const calls = Array.from({ length: 200 }, (_, index) =>
      (index % 2 === 0 ? one : other).acquire('token'),
    );
    expect(await passed(calls)).toBe(5);
    const [key = ''] = await redis.keys(`${keyPrefix}*`);
    expect(await redis.pttl(key)).toBeGreaterThan(50_000);
  });

  it('are counted in memory within a second when Redis does not respond, with one warning', async () => {
    const limits = open(far);
    await limits.acquire('token');
    relay.silence();
    const startedAt = performance.now();
    expect(await passed(Array.from({ length: 20 }, () => limits.acquire('token')))).toBe(5);
    expect(await passed([limits.acquire('token')])).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(2000);
    expect(warn.mock.calls.map(([text]: unknown[]) => text)).toEqual([
      expect.stringMatching(/Redis is unavailable for rate limits/),
    ]);
    relay.speak();
    for (let attempt = 0; log.mock.calls.length === 0 && attempt < 100; attempt += 1) {
      await passed([limits.acquire('token')]);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(log).toHaveBeenCalledTimes(1);
    expect(warn).toHaveBeenCalledTimes(1);
  });
});

describe('rate limit of token requests', () => {
  it('applies to all clients of an account that share Redis', async () => {
    const provider = await ScriptedProvider.start();
    const { provider: profile } = provider.options();
    const options = provider.options({
      provider: { ...(profile as object), rateLimits: { tokensPerMinute: 5 } } as never,
      rateLimit: { whenExceeded: 'throw', store: { client: redis, keyPrefix } },
    });
    const clients = await Promise.all(Array.from({ length: 8 }, () => createPixClient(options)));
    const results = await Promise.allSettled(clients.map(({ tokens }) => tokens.getToken()));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(provider.tokenRequests).toHaveLength(5);
    await Promise.all(clients.map(async (client) => client.close()));
    await provider.close();
  });
});
