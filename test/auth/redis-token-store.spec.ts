import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { LOCK, RELEASE, RENEW, SET } from '../../lib/auth/redis-token-store.js';
import { Cipher } from '../../lib/options/index.js';
import { RedisTokenStore, type RedisTokenClient } from '../../lib/redis.js';
import { ManualRuntime } from '../support/manual-runtime.js';

const KEY = randomBytes(32);
const redis = { eval: () => Promise.resolve(null) };

describe('the encryptionKey of RedisTokenStore', () => {
  it.each([
    ['a Buffer', KEY],
    ['a Uint8Array', new Uint8Array(KEY)],
    ['base64', KEY.toString('base64')],
    ['base64url', KEY.toString('base64url')],
    ['hexadecimal', KEY.toString('hex').toUpperCase()],
    ['a part of a larger Buffer', Buffer.concat([KEY, KEY]).subarray(32)],
    ['a line of a file', `${KEY.toString('hex')}\n`],
  ])('accepts %s and yields the same key', (_, encryptionKey) => {
    expect(() => new RedisTokenStore(redis, { encryptionKey })).not.toThrow();
    const value = new Cipher(encryptionKey).seal('name', 'text');
    expect(new Cipher(KEY).open('name', value)).toBe('text');
  });

  it.each([
    ['16 bytes', KEY.subarray(16)],
    ['33 bytes', randomBytes(33).toString('base64')],
    ['31 bytes in hexadecimal', KEY.subarray(1).toString('hex')],
    ['hexadecimal with a digit before it', `0${KEY.toString('hex')}`],
    ['hexadecimal with a digit after it', `${KEY.toString('hex')}0`],
    ['base64 with another character before it', `!${KEY.toString('base64')}`],
    ['base64 with another character after it', `${KEY.toString('base64')}!`],
    ['a password', 'a password of thirty-two letters'],
    ['an empty text', ''],
    ['nothing', undefined],
    ['a number', 5],
  ])('refuses %s without quoting it', (_, encryptionKey) => {
    const construct = () => new RedisTokenStore(redis, { encryptionKey: encryptionKey as string });
    expect(construct).toThrow(/^encryptionKey must be 32 bytes: a Buffer, or base64 or hexadec/);
    expect(construct).not.toThrow(/password|thirty/);
  });
});

describe('Cipher', () => {
  const cipher = new Cipher(KEY);

  it('encrypts the same text differently each time', () => {
    const values = Array.from({ length: 100 }, () => cipher.seal('name', 'secret text'));
    expect(new Set(values).size).toBe(100);
    expect(Buffer.from(values.join(''), 'base64').toString('latin1')).not.toContain('secret');
  });

  it('does not decrypt a value under the name of another account', () => {
    const value = cipher.seal('account-1', 'text');
    expect(cipher.open('account-2', value)).toBeUndefined();
    expect(cipher.open('account-1', value)).toBe('text');
  });

  it('does not decrypt a value that is altered or truncated', () => {
    const bytes = Buffer.from(cipher.seal('name', 'text'), 'base64');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const altered = Buffer.from(bytes);
      altered[bit >> 3]! ^= 1 << (bit & 7);
      expect(cipher.open('name', altered.toString('base64'))).toBeUndefined();
    }
    for (let length = 0; length < bytes.length; length += 1) {
      const cut = bytes.subarray(0, length).toString('base64');
      expect(cipher.open('name', cut)).toBeUndefined();
    }
  });
});

describe('RedisTokenStore', () => {
  const token = { accessToken: 'token', expiresAt: 2, renewAt: 1 };
  const name = 'pix-token:bank:1';

  /** Records the calls of the store: script, number of keys, values. */
  class RecordingClient implements RedisTokenClient {
    readonly calls: [script: string, keys: number, ...rest: string[]][] = [];
    answer: (script: string) => unknown = () => null;

    eval(...call: [string, number, ...string[]]): Promise<unknown> {
      this.calls.push(call);
      const answer = this.answer(call[0]);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    }
  }

  function open(options: { prefix?: string; runtime?: ManualRuntime } = {}) {
    const client = new RecordingClient();
    return { client, store: new RedisTokenStore(client, { encryptionKey: KEY, ...options }) };
  }

  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each([
    [3600, '3600000'],
    [0.0004, '1'],
    [1.0006, '1001'],
  ])('stores a token for %d s under its key', async (ttl, ms) => {
    const { client, store } = open();
    await store.set(name, token, ttl);
    expect(client.calls).toEqual([[SET, 1, name, expect.any(String), ms]]);
    client.answer = () => client.calls[0]![3];
    await expect(store.get(name)).resolves.toEqual(token);
  });

  it('prefixes each key', async () => {
    const { client, store } = open({ prefix: 'shop:' });
    await store.delete(name);
    expect(client.calls[0]![2]).toBe(`shop:${name}`);
  });

  it('stores a nonce of 12 bytes and a tag of 16 bytes with each value', async () => {
    const value = new Cipher(KEY).seal(name, 'text');
    expect(Buffer.from(value, 'base64')).toHaveLength(12 + 16 + 4);
  });

  it.each([
    ['encrypted with another key', new Cipher(randomBytes(32)).seal(name, JSON.stringify(token))],
    ['that is not JSON', new Cipher(KEY).seal(name, 'text')],
    ...Object.keys(token).map((field): [string, string] => [
      `without ${field}`,
      new Cipher(KEY).seal(name, JSON.stringify({ ...token, [field]: null })),
    ]),
  ])('ignores a value %s and warns once', async (_, value) => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const { client, store } = open();
    client.answer = () => value;
    await expect(store.get(name)).resolves.toBeUndefined();
    await expect(store.get(name)).resolves.toBeUndefined();
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn).toHaveBeenCalledWith(
      expect.stringContaining('Check that all processes have the same'),
    );
  });

  it('returns undefined without a warning when there is no value', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    await expect(open().store.get(name)).resolves.toBeUndefined();
    expect(warn).not.toHaveBeenCalled();
  });

  it('returns undefined from lock when another process has the lock', async () => {
    const runtime = new ManualRuntime();
    const { client, store } = open({ runtime });
    client.answer = () => 0;
    await expect(store.lock(name)).resolves.toBeUndefined();
    expect(runtime.pendingTimers).toBe(0);
  });

  it('renews its lock with a background timer', async () => {
    const runtime = new ManualRuntime();
    const after = jest.spyOn(runtime, 'after');
    const { client, store } = open({ runtime });
    client.answer = () => 1;
    await store.lock(name);
    expect(after.mock.calls).toEqual([[5000 / 3, expect.any(Function), { background: true }]]);
  });

  it('uses the system clock by default', async () => {
    const { client, store } = open();
    client.answer = () => 1;
    const release = await store.lock(name);
    await release!();
    expect(client.calls.map(([script]) => script)).toEqual([LOCK, RELEASE]);
  });

  it('renews its lock three times per lease until it is released', async () => {
    const runtime = new ManualRuntime();
    const { client, store } = open({ runtime });
    client.answer = (script) => (script === RENEW ? new Error('down') : 1);
    const release = await store.lock(name);
    const [[, , lock, owner, lease]] = client.calls as [[string, number, string, string, string]];
    expect([lock, lease]).toEqual([`${name}:lock`, '5000']);
    await runtime.advance(5_000);
    expect(client.calls.map(([script]) => script)).toEqual([LOCK, RENEW, RENEW, RENEW]);
    expect(client.calls[3]).toEqual([RENEW, 1, lock, owner, '5000']);
    await release!();
    expect(client.calls.at(-1)).toEqual([RELEASE, 1, lock, owner]);
    expect(runtime.pendingTimers).toBe(0);
  });
});
