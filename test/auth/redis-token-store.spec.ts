import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { TokenCipher } from '../../lib/auth/redis/token-cipher.js';
import { RedisTokenStore } from '../../lib/redis.js';

const KEY = randomBytes(32);
const redis = { eval: () => Promise.resolve(null) };

describe('the encryption key of a RedisTokenStore', () => {
  it.each([
    ['a Buffer', KEY],
    ['a Uint8Array', new Uint8Array(KEY)],
    ['base64', KEY.toString('base64')],
    ['base64url', KEY.toString('base64url')],
    ['hexadecimal', KEY.toString('hex').toUpperCase()],
  ])('can be given as %s, which all mean the same key', (_, encryptionKey) => {
    expect(() => new RedisTokenStore(redis, { encryptionKey })).not.toThrow();
    const value = new TokenCipher(encryptionKey).encrypt('name', 'text');
    expect(new TokenCipher(KEY).decrypt('name', value)).toBe('text');
  });

  it.each([
    ['16 bytes', KEY.subarray(16)],
    ['33 bytes', randomBytes(33).toString('base64')],
    ['31 bytes in hexadecimal', KEY.subarray(1).toString('hex')],
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
