import type * as crypto from 'node:crypto';
import { expect, it, jest } from '@jest/globals';
import type { Caller } from '../../lib/receiver/authentication/checks.js';

const actual = jest.requireActual<typeof crypto>('node:crypto');
const compare = jest.fn(actual.timingSafeEqual);
jest.unstable_mockModule('node:crypto', () => ({ ...actual, timingSafeEqual: compare }));

const { createChecks } = await import('../../lib/receiver/authentication/checks.js');
const { OptionChecker } = await import('../../lib/options/index.js');

const secrets = ['the-first-long-secret', 'the-second-long-secret', 'the-third-long-secret'];
const [check] = createChecks({ secret: secrets }, new OptionChecker('test'), {
  hasProxies: false,
  trustsEverybody: false,
  getChain: () => {
    throw new Error('unused');
  },
});

it.each([...secrets, 'x', secrets.join('')])(
  'compares %j with every secret in constant time, and by digests of one length',
  (given) => {
    compare.mockClear();
    const query = new URLSearchParams({ hmac: given });
    const refusal = check?.({ query } as Caller);
    expect(refusal).toBe(secrets.includes(given) ? undefined : 'wrong secret');
    const digest = (text: string) => actual.createHash('sha256').update(text).digest('hex');
    const compared = compare.mock.calls.map((pair) => pair.map((b) => Buffer.from(b as Buffer)));
    expect(compared.map((pair) => pair.map((b) => b.toString('hex')).sort())).toEqual(
      secrets.map((secret) => [digest(secret), digest(given)].sort()),
    );
    expect(compare.mock.results.map(({ value }) => value)).toEqual(
      secrets.map((secret) => secret === given),
    );
  },
);
