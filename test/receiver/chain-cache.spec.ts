import { X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ChainCache } from '../../lib/receiver/authentication/authenticator.js';
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
    const chain = cache.get({ ca: one });
    expect(cache.get({ ca: Buffer.from(one) })).toBe(chain);
    expect(cache.get({ ca: [one] })).toBe(chain);
    expect(cache.get({ ca: other })).not.toBe(chain);
    expect(cache.get({ ca: [one, other] })).not.toBe(cache.get({ ca: one + other }));
    expect(cache.get({ ca: [one, other] })).toBe(cache.get({ ca: [Buffer.from(one), other] }));
    expect(cache.get({ ca: one })).toBe(chain);
    expect(() => cache.get({ ca: one, crl: other })).toThrow(/contains no certificate revocation/);
    const der = new X509Certificate(one).raw;
    expect(cache.get({ ca: der })).toBe(cache.get({ ca: der }));
  });

  it('removes the least recently used of 256 entries', () => {
    const cache = new ChainCache(systemRuntime);
    const numbered = (index: number) => `${one}\n# ${index}`;
    const first = cache.get({ ca: numbered(0) });
    const second = cache.get({ ca: numbered(1) });
    for (let index = 2; index < 256; index += 1) cache.get({ ca: numbered(index) });
    expect(cache.get({ ca: numbered(0) })).toBe(first);
    cache.get({ ca: numbered(256) });
    expect(cache.get({ ca: numbered(0) })).toBe(first);
    expect(cache.get({ ca: numbered(1) })).not.toBe(second);
  });

  it('refuses file names, which a tenant could choose', () => {
    const cache = new ChainCache(systemRuntime);
    for (const ca of ['/etc/ssl/ca.pem', [one, './ca.pem'], '']) {
      expect(() => cache.get({ ca })).toThrow(/ca must contain PEM/);
    }
    expect(() => cache.get({ ca: one, crl: '/etc/ssl/crl.pem' })).toThrow(/crl must contain PEM/);
    expect(() => cache.get({ ca: Buffer.from('/etc/ssl/ca.pem') })).toThrow(/cannot be read/);
  });
});
