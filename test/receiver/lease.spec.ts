import { describe, expect, it, jest } from '@jest/globals';
import { PostgresEventStore, RedisEventStore } from '../../lib/receiver/index.js';
import { LeaseKeeper } from '../../lib/receiver/store/lease-keeper.js';

describe('LeaseKeeper', () => {
  async function keeper(renew: (keys: readonly string[]) => Promise<unknown>) {
    jest.useFakeTimers();
    return new LeaseKeeper(900, renew);
  }

  it('renews what is held three times a lease, until it is released', async () => {
    const renewed: string[][] = [];
    const leases = await keeper(async (keys) => renewed.push([...keys]));
    leases.hold('a');
    await jest.advanceTimersByTimeAsync(300);
    leases.hold('b');
    await jest.advanceTimersByTimeAsync(300);
    leases.release('a');
    await jest.advanceTimersByTimeAsync(300);
    leases.release('b');
    leases.release('never held');
    await jest.advanceTimersByTimeAsync(3000);
    expect(renewed).toEqual([['a'], ['a', 'b'], ['b']]);
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });

  it('tries again after a failure, and never two at a time', async () => {
    let calls = 0;
    let end: () => void = () => undefined;
    const leases = await keeper(() => {
      calls += 1;
      if (calls === 1) return Promise.reject(new Error('away'));
      return new Promise<void>((resolve) => (end = resolve));
    });
    leases.hold('a');
    await jest.advanceTimersByTimeAsync(1500);
    expect(calls).toBe(2);
    end();
    await jest.advanceTimersByTimeAsync(300);
    expect(calls).toBe(3);
    leases.release('a');
    jest.useRealTimers();
  });
});

describe('the options of shared stores', () => {
  const database = { query: async () => ({ rows: [] }) };
  const redis = { eval: async () => null };

  it.each([0, -1, Number.NaN, Infinity])('refuse a time of %d seconds', (seconds) => {
    const bad = expect.objectContaining({ name: 'ConfigurationError' });
    const attempt = (make: () => unknown) => {
      try {
        return make();
      } catch (error) {
        return error;
      }
    };
    expect(attempt(() => new PostgresEventStore(database, { lease: seconds }))).toEqual(bad);
    expect(attempt(() => new PostgresEventStore(database, { ttl: seconds }))).toEqual(bad);
    expect(attempt(() => new RedisEventStore(redis, { lease: seconds }))).toEqual(bad);
  });

  it.each(['', 'Events', 'a;b', 'a"b', 'a.b.c', '1a', 'a.', `a${'b'.repeat(63)}`])(
    'refuse the table name %j',
    (table) => {
      expect(() => new PostgresEventStore(database, { table })).toThrow('is no table name');
    },
  );
});
