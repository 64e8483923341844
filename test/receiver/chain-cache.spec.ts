import { X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ChainCache } from '../../lib/receiver/authentication/certificates.js';
import { systemRuntime } from '../../lib/runtime/index.js';
import { TestAuthority } from '../support/certificates.js';

describe('ChainCache', () => {
  let one: string;
  let other: string;

  beforeAll(async () => {
    one = (await TestAuthority.create('One')).cert;
    other = (await TestAuthority.create('Other')).cert;
  });

  it('parses the same content once, whatever its form', () => {
    const cache = new ChainCache(systemRuntime);
    const chain = cache.get(one);
    expect(cache.get(Buffer.from(one))).toBe(chain);
    expect(cache.get([one])).toBe(chain);
    expect(cache.get(other)).not.toBe(chain);
    expect(cache.get([one, other])).not.toBe(cache.get(one + other));
    expect(cache.get([one, other])).toBe(cache.get([Buffer.from(one), other]));
    expect(cache.get(one)).toBe(chain);
    const der = new X509Certificate(one).raw;
    expect(cache.get(der)).toBe(cache.get(der));
  });

  it('removes the least recently used of 256 entries', () => {
    const cache = new ChainCache(systemRuntime);
    const numbered = (index: number) => `${one}\n# ${index}`;
    const first = cache.get(numbered(0));
    const second = cache.get(numbered(1));
    for (let index = 2; index < 256; index += 1) cache.get(numbered(index));
    expect(cache.get(numbered(0))).toBe(first);
    cache.get(numbered(256));
    expect(cache.get(numbered(0))).toBe(first);
    expect(cache.get(numbered(1))).not.toBe(second);
  });

  it('refuses file names, which a tenant could choose', () => {
    const cache = new ChainCache(systemRuntime);
    for (const ca of ['/etc/ssl/ca.pem', [one, './ca.pem'], '']) {
      expect(() => cache.get(ca)).toThrow(/must contain certificates/);
    }
    expect(() => cache.get(Buffer.from('/etc/ssl/ca.pem'))).toThrow(/cannot be read/);
  });
});
