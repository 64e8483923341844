import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { LOCK, RELEASE, RENEW, SET } from '../../lib/auth/redis/scripts.js';
import { TokenCipher } from '../../lib/auth/redis/token-cipher.js';
import { RedisTokenStore, type RedisTokenClient } from '../../lib/redis.js';
import { ManualRuntime } from '../support/manual-runtime.js';

const KEY = randomBytes(32);
const redis = { eval: () => Promise.resolve(null) };

describe('the encryption key of a RedisTokenStore', () => {
  it.each([
    ['a Buffer', KEY],
    ['a Uint8Array', new Uint8Array(KEY)],
    ['base64', KEY.toString('base64')],
    ['base64url', KEY.toString('base64url')],
    ['hexadecimal', KEY.toString('hex').toUpperCase()],
    ['a part of a larger Buffer', Buffer.concat([KEY, KEY]).subarray(32)],
    ['the line of a file', `${KEY.toString('hex')}\n`],
  ])('can be given as %s, which all mean the same key', (_, encryptionKey) => {
    expect(() => new RedisTokenStore(redis, { encryptionKey })).not.toThrow();
    const value = new TokenCipher(encryptionKey).encrypt('name', 'text');
    expect(new TokenCipher(KEY).decrypt('name', value)).toBe('text');
  });

  it.each([
    ['16 bytes', KEY.subarray(16)],
    ['33 bytes', randomBytes(33).toString('base64')],
    ['31 bytes in hexadecimal', KEY.subarray(1).toString('hex')],
    ['hexadecimal and a digit before it', `0${KEY.toString('hex')}`],
    ['hexadecimal and a digit after it', `${KEY.toString('hex')}0`],
    ['base64 and a sign before it', `!${KEY.toString('base64')}`],
    ['base64 and a sign after it', `${KEY.toString('base64')}!`],
    ['a password', 'a password of thirty-two letters'],
    ['an empty text', ''],
    ['nothing', undefined],
    ['a number', 5],
  ])('is refused at construction as %s, without being quoted', (_, encryptionKey) => {
    const construct = () => new RedisTokenStore(redis, { encryptionKey: encryptionKey as string });
    expect(construct).toThrow(/^encryptionKey must be 32 bytes: a Buffer, or base64 or hexadec/);
    expect(construct).not.toThrow(/password|thirty/);
  });
});

describe('an encrypted token', () => {
  const cipher = new TokenCipher(KEY);

  it('differs each time and says nothing about its text', () => {
    const values = Array.from({ length: 100 }, () => cipher.encrypt('name', 'secret text'));
    expect(new Set(values).size).toBe(100);
    expect(Buffer.from(values.join(''), 'base64').toString('latin1')).not.toContain('secret');
  });

  it('cannot be read under another name: one account’s token is none of another’s', () => {
    const value = cipher.encrypt('account-1', 'text');
    expect(cipher.decrypt('account-2', value)).toBeUndefined();
    expect(cipher.decrypt('account-1', value)).toBe('text');
  });

  it('cannot be read once a single bit of it has changed, or its end is missing', () => {
    const bytes = Buffer.from(cipher.encrypt('name', 'text'), 'base64');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const altered = Buffer.from(bytes);
      altered[bit >> 3]! ^= 1 << (bit & 7);
      expect(cipher.decrypt('name', altered.toString('base64'))).toBeUndefined();
    }
    for (let length = 0; length < bytes.length; length += 1) {
      const cut = bytes.subarray(0, length).toString('base64');
      expect(cipher.decrypt('name', cut)).toBeUndefined();
    }
  });
});

describe('a RedisTokenStore', () => {
  const token = { accessToken: 'token', expiresAt: 2, renewAt: 1 };
  const name = 'pix-token:bank:1';

  /** Redis as the store calls it: script, key, values. */
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
  ])('keeps a token for %d s, under its name', async (ttl, ms) => {
    const { client, store } = open();
    await store.set(name, token, ttl);
    expect(client.calls).toEqual([[SET, 1, name, expect.any(String), ms]]);
    client.answer = () => client.calls[0]![3];
    await expect(store.get(name)).resolves.toEqual(token);
  });

  it('puts the prefix before each key', async () => {
    const { client, store } = open({ prefix: 'shop:' });
    await store.delete(name);
    expect(client.calls[0]![2]).toBe(`shop:${name}`);
  });

  it('has 12 random bytes and a tag of 16 in each value', async () => {
    const value = new TokenCipher(KEY).encrypt(name, 'text');
    expect(Buffer.from(value, 'base64')).toHaveLength(12 + 16 + 4);
  });

  it.each([
    ['of another key', new TokenCipher(randomBytes(32)).encrypt(name, JSON.stringify(token))],
    ['without JSON', new TokenCipher(KEY).encrypt(name, 'text')],
    ...Object.keys(token).map((field): [string, string] => [
      `without ${field}`,
      new TokenCipher(KEY).encrypt(name, JSON.stringify({ ...token, [field]: null })),
    ]),
  ])('takes a value %s for absent, and warns once', async (_, value) => {
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

  it('takes no value for absent, without a warning', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    await expect(open().store.get(name)).resolves.toBeUndefined();
    expect(warn).not.toHaveBeenCalled();
  });

  it('gives no lock that another process has', async () => {
    const runtime = new ManualRuntime();
    const { client, store } = open({ runtime });
    client.answer = () => 0;
    await expect(store.lock(name)).resolves.toBeUndefined();
    expect(runtime.pendingTimers).toBe(0);
  });

  it('keeps no process alive by the renewal of its lock', async () => {
    const runtime = new ManualRuntime();
    const after = jest.spyOn(runtime, 'after');
    const { client, store } = open({ runtime });
    client.answer = () => 1;
    await store.lock(name);
    expect(after.mock.calls).toEqual([[5000 / 3, expect.any(Function), { background: true }]]);
  });

  it('has a clock of its own when none is given', async () => {
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
