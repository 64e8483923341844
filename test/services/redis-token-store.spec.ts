import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { createPixClient, type PixClient } from '../../lib/index.js';
import { RedisTokenStore } from '../../lib/redis.js';
import { ScriptedProvider } from '../support/scripted-provider.js';
import { Relay } from './support/relay.js';
import { deleteKeys, openRedis, REDIS_URL, unique } from './support/servers.js';

const KEY = randomBytes(32);

let provider: ScriptedProvider;
let redis: Redis;
let relay: Relay;
/** A client whose connection to Redis the test can interrupt. */
let far: Redis;
let prefix: string;
let warn: jest.SpiedFunction<Logger['warn']>;
let log: jest.SpiedFunction<Logger['log']>;
const clients: PixClient[] = [];

beforeEach(async () => {
  warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  log = jest.spyOn(Logger.prototype, 'log').mockImplementation(() => undefined);
  provider = await ScriptedProvider.start();
  provider.token = () => ({
    body: { access_token: `token-${provider.tokenRequests.length}`, expires_in: 3600 },
  });
  redis = await openRedis();
  relay = await Relay.to(REDIS_URL);
  far = new Redis(relay.port, '127.0.0.1', { retryStrategy: () => 200 });
  far.on('error', () => undefined);
  prefix = `${unique('pix_token')}:`;
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map(async (client) => client.close()));
  far.disconnect();
  await relay.cut();
  await deleteKeys(redis, prefix);
  redis.disconnect();
  await provider.close();
  jest.restoreAllMocks();
});

async function open(client: Redis, encryptionKey: Uint8Array | string = KEY): Promise<PixClient> {
  const tokenStore = new RedisTokenStore(client, { encryptionKey, prefix });
  const pix = await createPixClient(provider.options({ tokenStore }));
  clients.push(pix);
  return pix;
}

async function keys(): Promise<string[]> {
  return redis.keys(`${prefix}*`);
}

describe('RedisTokenStore', () => {
  it('stores tokens encrypted, under a key without secrets, until they expire', async () => {
    await (await open(redis)).tokens.getToken();
    const [key = ''] = await keys();
    expect(key).not.toMatch(/client-1|secret-1|127\.0\.0\.1/);
    const value = (await redis.get(key)) ?? '';
    expect(Buffer.from(value, 'base64').toString('latin1') + value).not.toContain('token-1');
    const ttl = await redis.pttl(key);
    expect(ttl).toBeGreaterThan(3_590_000);
    expect(ttl).toBeLessThanOrEqual(3_600_000);
    await wait(50);
    expect(await keys()).toEqual([key]);
  });

  it('shares a token and its invalidation with other clients', async () => {
    const [one, other] = [await open(redis), await open(redis)];
    const token = await one.tokens.getToken();
    expect(await other.tokens.getToken()).toBe(token);
    await one.tokens.invalidate(undefined, token);
    expect(await other.tokens.getToken()).toBe('token-2');
    expect(await one.tokens.getToken()).toBe('token-2');
    expect(provider.tokenRequests).toHaveLength(2);
  });

  it('treats a value of another key or an altered value as absent, and warns once', async () => {
    await (await open(redis)).tokens.getToken();
    const other = await open(redis, randomBytes(32).toString('hex'));
    expect(await other.tokens.getToken()).toBe('token-2');
    const [key = ''] = await keys();
    for (const value of ['', 'no base64 at all', randomBytes(80).toString('base64')]) {
      await redis.set(key, value);
      await other.tokens.getToken();
    }
    expect(provider.tokenRequests).toHaveLength(5);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0]?.[0]).toMatch(/cannot be decrypted/);
  });

  it('grants a lock to one process, and releases it', async () => {
    const stores = Array.from(
      { length: 20 },
      () => new RedisTokenStore(redis, { encryptionKey: KEY, prefix }),
    );
    const locks = await Promise.all(stores.map((store) => store.lock('a')));
    const releases = locks.filter((release) => release !== undefined);
    expect(releases).toHaveLength(1);
    await releases[0]?.();
    const again = await stores[0]?.lock('a');
    expect(again).toBeDefined();
    await again?.();
  });
});

const interruptions: [string, () => Promise<void>, () => Promise<void>][] = [
  ['does not respond', async () => relay.silence(), async () => relay.speak()],
  ['is unavailable', () => relay.cut(), () => relay.open()],
];

describe.each(interruptions)('while Redis %s', (_, stop, restart) => {
  it('uses one token per process with one warning, and reports when Redis is available again', async () => {
    const { tokens } = await open(far);
    await tokens.getToken();
    await tokens.invalidate();
    await stop();
    // The first calls wait for Redis for one second at most; the others do not.
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: 200 }, () => tokens.getToken()));
    expect(performance.now() - startedAt).toBeLessThan(1900);
    await Promise.all(Array.from({ length: 200 }, () => tokens.getToken()));
    expect(performance.now() - startedAt).toBeLessThan(2000);
    expect(provider.tokenRequests).toHaveLength(2);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0]?.[0]).toMatch(/token store is unavailable/);
    expect(log).not.toHaveBeenCalled();

    await restart();
    for (let attempt = 0; log.mock.calls.length === 0 && attempt < 100; attempt += 1) {
      await tokens.getToken();
      await wait(200);
    }
    expect(log.mock.calls.map(([text]: unknown[]) => text)).toEqual([
      'The token store is available again.',
    ]);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(await tokens.getToken()).toBe('token-2');
    expect(provider.tokenRequests).toHaveLength(2);
  });
});
