import { EventEmitter, once } from 'node:events';
import { describe, expect, it, jest } from '@jest/globals';
import { PostgresEventStore, RedisEventStore } from '../../lib/receiver/index.js';
import { LeaseKeeper } from '../../lib/receiver/store/lease-keeper.js';

/** Answers what it was asked when it is told to, and from then on at once. */
class SlowServer {
  readonly calls: string[] = [];
  private readonly called = new EventEmitter();
  private readonly awake = new EventEmitter();
  private answers = false;

  async asked(call: string): Promise<void> {
    this.calls.push(call);
    this.called.emit('call');
    if (!this.answers) await once(this.awake, 'answer');
  }

  answer(): void {
    this.answers = true;
    this.awake.emit('answer');
  }

  async untilCalled(times: number): Promise<void> {
    while (this.calls.length < times) await once(this.called, 'call');
  }
}

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

  it.each([
    ['failed', () => Promise.reject(new Error('away'))],
    ['hangs', () => new Promise<void>(() => undefined)],
  ])('tries again after a renewal that %s', async (_name, outcome) => {
    let calls = 0;
    const leases = await keeper(() => {
      calls += 1;
      return outcome();
    });
    leases.hold('a');
    await jest.advanceTimersByTimeAsync(900);
    expect(calls).toBe(3);
    leases.release('a');
    jest.useRealTimers();
  });
});

describe.each([
  [
    'PostgresEventStore',
    'PostgreSQL did not answer within 0.05 s',
    (server: SlowServer) =>
      new PostgresEventStore(
        {
          query: async (text) => {
            const kind = /^\s*(WITH known|DELETE|INSERT)/.exec(text)?.[1];
            await server.asked(
              kind === 'WITH known' ? 'begin' : kind === 'DELETE' ? 'fail' : 'complete',
            );
            return { rows: [{ taken: true, done: null }] };
          },
        },
        { timeout: 0.05 },
      ),
  ],
  [
    'RedisEventStore',
    'Redis did not answer within 0.05 s',
    (server: SlowServer) =>
      new RedisEventStore(
        {
          eval: async (script) => {
            const kind = script.includes("return 'new'")
              ? 'begin'
              : script.includes("'DEL'")
                ? 'fail'
                : 'complete';
            await server.asked(kind);
            return 'new';
          },
        },
        { timeout: 0.05 },
      ),
  ],
])('%s on a server that is slow to answer', (_name, message, open) => {
  it('fails each call in time, and a key that comes too late is given back', async () => {
    const server = new SlowServer();
    const store = open(server);
    await expect(store.begin('a')).rejects.toThrow(message);
    await expect(store.complete('a')).rejects.toThrow(message);
    await expect(store.fail('a')).rejects.toThrow(message);
    expect(server.calls).toEqual(['begin', 'complete', 'fail']);
    server.answer();
    await server.untilCalled(4);
    expect(server.calls.at(-1)).toBe('fail');
  });

  it('leaves a key alone that it gave in time', async () => {
    const server = new SlowServer();
    server.answer();
    const store = open(server);
    expect(await store.begin('a')).toBe('new');
    await store.complete('a');
    expect(server.calls).toEqual(['begin', 'complete']);
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
    expect(attempt(() => new RedisEventStore(redis, { timeout: seconds }))).toEqual(bad);
  });

  it.each(['', 'Events', 'a;b', 'a"b', 'a.b.c', '1a', 'a.', `a${'b'.repeat(63)}`])(
    'refuse the table name %j',
    (table) => {
      expect(() => new PostgresEventStore(database, { table })).toThrow('is no table name');
    },
  );
});
