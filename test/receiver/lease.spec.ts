import { EventEmitter, once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PostgresEventStore, RedisEventStore } from '../../lib/receiver/index.js';
import {
  type HeldLease,
  LeaseKeeper,
  type Renewals,
} from '../../lib/receiver/stores/shared-store.js';
import { systemRuntime, type PixRuntime } from '../../lib/runtime/index.js';
import { ManualRuntime } from '../support/manual-runtime.js';

/** Holds back every response until `answer()` is called, and answers at once after that. */
class SlowServer {
  readonly calls: string[] = [];
  private readonly called = new EventEmitter();
  private readonly awake = new EventEmitter();
  private answers = false;

  async receive(call: string): Promise<void> {
    this.calls.push(call);
    this.called.emit('call');
    if (!this.answers) await once(this.awake, 'answer');
  }

  answer(): void {
    this.answers = true;
    this.awake.emit('answer');
  }

  async waitForCalls(times: number): Promise<void> {
    while (this.calls.length < times) await once(this.called, 'call');
  }
}

describe('LeaseKeeper', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  function createKeeper(renew: (leases: readonly HeldLease[]) => Promise<Renewals>) {
    return new LeaseKeeper(900, renew);
  }

  const allHeld = (leases: readonly HeldLease[]): Renewals =>
    new Map(leases.map(({ key }) => [key, 'held']));

  it('starts background timers, which do not keep the process running', async () => {
    const backgrounds: unknown[] = [];
    const runtime: PixRuntime = {
      ...systemRuntime,
      after: (ms, action, options) => {
        backgrounds.push(options?.background);
        return systemRuntime.after(ms, action, options);
      },
    };
    const leases = new LeaseKeeper(900, async (held) => allHeld(held), runtime);
    leases.hold('a', 1);
    await jest.advanceTimersByTimeAsync(700);
    leases.release('a');
    expect(backgrounds).toEqual([true, true, true]);
  });

  it('keeps its interval after a lease has ended', async () => {
    const runtime = new ManualRuntime();
    const after = runtime.after.bind(runtime);
    runtime.after = (ms, action) => {
      if (ms <= 0) throw new Error(`a timer of ${ms} ms`);
      return after(ms, action);
    };
    let renewals = 0;
    const renew = async () => {
      renewals += 1;
      throw new Error('away');
    };
    const leases = new LeaseKeeper(900, renew, runtime);
    const { signal } = leases.hold('a', 1);
    await runtime.advance(1800);
    expect(signal.aborted).toBe(true);
    expect(renewals).toBe(6);
    leases.release('a');
    expect(runtime.pendingTimers).toBe(0);
  });

  it('renews held leases three times per lease period until they are released', async () => {
    const renewed: string[][] = [];
    const leases = createKeeper(async (held) => {
      renewed.push(held.map(({ key }) => key));
      return allHeld(held);
    });
    const { signal } = leases.hold('a', 1);
    await jest.advanceTimersByTimeAsync(300);
    leases.hold('b', 2);
    await jest.advanceTimersByTimeAsync(300);
    leases.release('a');
    await jest.advanceTimersByTimeAsync(300);
    leases.release('b');
    leases.release('never held');
    await jest.advanceTimersByTimeAsync(3000);
    expect(renewed).toEqual([['a'], ['a', 'b'], ['b']]);
    expect(signal.aborted).toBe(false);
    expect(jest.getTimerCount()).toBe(0);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('away'))],
    ['hangs', () => new Promise<Renewals>(() => undefined)],
  ])(
    'repeats a renewal that %s, and aborts the signal when the lease ends',
    async (_name, outcome) => {
      let calls = 0;
      const leases = createKeeper(() => {
        calls += 1;
        return outcome();
      });
      const { signal } = leases.hold('a', 1);
      await jest.advanceTimersByTimeAsync(899);
      expect([calls, signal.aborted]).toEqual([2, false]);
      await jest.advanceTimersByTimeAsync(1);
      expect(signal.aborted).toBe(true);
      expect(signal.reason).toMatchObject({
        name: 'LeaseLostError',
        message: 'The lease of a is lost: it could not be renewed in time.',
      });
      leases.release('a');
    },
  );

  it('tells a handler that begins after the loss', async () => {
    const leases = createKeeper(async () => new Map());
    const lease = leases.hold('a', 1);
    expect(() => lease.throwIfLost()).not.toThrow();
    await jest.advanceTimersByTimeAsync(300);
    expect(() => lease.throwIfLost()).toThrow('another process has taken it');
    expect(lease.signal.reason).toMatchObject({ name: 'LeaseLostError' });
    leases.release('a');
  });

  it('aborts only the signal of the lease that another process has taken', async () => {
    const leases = createKeeper(
      async () =>
        new Map([
          ['a', 'held'],
          ['b', 'lost'],
          ['c', 'done'],
        ] as const),
    );
    const { signal: a } = leases.hold('a', 1);
    const { signal: b } = leases.hold('b', 2);
    const { signal: c } = leases.hold('c', 3);
    await jest.advanceTimersByTimeAsync(300);
    expect([a.aborted, b.aborted, c.aborted]).toEqual([false, true, true]);
    expect(String(b.reason)).toContain('another process has taken it');
    for (const key of ['a', 'b', 'c']) leases.release(key);
  });

  it('keeps the signal of an event that the handler completed in its own transaction', async () => {
    const leases = createKeeper(async () => new Map([['a', 'done']] as const));
    const { signal } = leases.hold('a', 1);
    leases.completing('a');
    await jest.advanceTimersByTimeAsync(3000);
    expect(signal.aborted).toBe(false);
    leases.release('a');
  });

  it('measures the lease from the instant of the claim', async () => {
    const leases = createKeeper(() => Promise.reject(new Error('away')));
    const { signal } = leases.hold('a', 1, performance.now() - 500);
    await jest.advanceTimersByTimeAsync(399);
    expect(signal.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(signal.aborted).toBe(true);
    leases.release('a');
  });
});

describe.each([
  [
    'PostgresEventStore',
    'PostgreSQL did not respond within 0.05 s',
    (server: SlowServer) =>
      new PostgresEventStore(
        {
          query: async (text) => {
            const kind = /^\s*(WITH asked|WITH held|UPDATE)/.exec(text)?.[1];
            await server.receive(
              kind === 'WITH asked' ? 'begin' : kind === 'UPDATE' ? 'fail' : 'complete',
            );
            return {
              rows: [{ key: 'a', fence: '1', done: null, digest: null, known: false }],
            };
          },
        },
        { timeout: 0.05 },
      ),
  ],
  [
    'RedisEventStore',
    'Redis did not respond within 0.05 s',
    (server: SlowServer) =>
      new RedisEventStore(
        {
          eval: async (script) => {
            const kind = script.includes("'TIME'")
              ? 'begin'
              : script.includes("'free|")
                ? 'fail'
                : 'complete';
            await server.receive(kind);
            return ['1'];
          },
        },
        { timeout: 0.05 },
      ),
  ],
])('%s on a slow server', (_name, message, open) => {
  it('rejects each call after the timeout, and releases a key claimed too late', async () => {
    const server = new SlowServer();
    const store = open(server);
    await expect(store.begin('a')).rejects.toThrow(message);
    await expect(store.complete('a')).rejects.toThrow(message);
    await expect(store.fail('a')).rejects.toThrow(message);
    expect(server.calls).toEqual(['begin', 'complete', 'fail']);
    server.answer();
    await server.waitForCalls(4);
    expect(server.calls.at(-1)).toBe('fail');
  });

  it('keeps a key that was claimed in time', async () => {
    const server = new SlowServer();
    server.answer();
    const store = open(server);
    expect(await store.begin('a')).toBe('new');
    await store.complete('a');
    expect(server.calls).toEqual(['begin', 'complete']);
  });
});

describe('options of shared event stores', () => {
  const database = { query: async () => ({ rows: [] }) };
  const redis = { eval: async () => null };

  it.each([0, -1, Number.NaN, Infinity])('refuse a time of %d seconds', (seconds) => {
    const bad = expect.objectContaining({ name: 'ConfigurationError' });
    const attempt = (create: () => unknown) => {
      try {
        return create();
      } catch (error) {
        return error;
      }
    };
    expect(attempt(() => new PostgresEventStore(database, { lease: seconds }))).toEqual(bad);
    expect(attempt(() => new PostgresEventStore(database, { ttl: seconds }))).toEqual(bad);
    expect(attempt(() => new RedisEventStore(redis, { lease: seconds }))).toEqual(bad);
    expect(attempt(() => new RedisEventStore(redis, { timeout: seconds }))).toEqual(bad);
  });

  it.each(['', 'Events', 'a;b', 'a"b', 'a.b.c', '1a', 'a.', `a${'b'.repeat(63)}`])(
    'refuse the table name %j',
    (table) => {
      expect(() => new PostgresEventStore(database, { table })).toThrow(
        'is not a valid table name',
      );
    },
  );
});
