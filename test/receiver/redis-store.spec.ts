import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  type RedisClient,
  RedisEventStore,
  RedisReconcilerCursor,
} from '../../lib/receiver/index.js';
import { RedisScript } from '../../lib/receiver/redis/redis-event-store.js';
import { ManualRuntime } from '../support/manual-runtime.js';

describe('RedisScript', () => {
  const text = 'return ARGV[1]';
  const sha1 = createHash('sha1').update(text).digest('hex');

  function client(refusal?: unknown) {
    const calls: unknown[][] = [];
    return {
      calls,
      eval: async (...call: unknown[]) => (calls.push(['eval', ...call]), 'by text'),
      evalsha: async (...call: unknown[]) => {
        calls.push(['evalsha', ...call]);
        // oxlint-disable-next-line typescript/only-throw-error -- a client may throw anything
        if (refusal !== undefined) throw refusal;
        return 'by digest';
      },
    };
  }

  it('is sent by its digest', async () => {
    const redis = client();
    expect(await new RedisScript(text).run(redis, ['k'], 'a', 'b')).toBe('by digest');
    expect(redis.calls).toEqual([['evalsha', sha1, 1, 'k', 'a', 'b']]);
  });

  it('is sent as text when Redis does not have it', async () => {
    const redis = client(new Error('NOSCRIPT No matching script. Please use EVAL.'));
    expect(await new RedisScript(text).run(redis, ['k'], 'a')).toBe('by text');
    expect(redis.calls[1]).toEqual(['eval', text, 1, 'k', 'a']);
  });

  it('is sent as text to a client without evalsha', async () => {
    const { eval: run, calls } = client();
    expect(await new RedisScript(text).run({ eval: run }, ['k'], 'a')).toBe('by text');
    expect(calls).toEqual([['eval', text, 1, 'k', 'a']]);
  });

  it.each([
    ['an error', new Error('ERR no NOSCRIPT here')],
    ['null', null],
    ['a string', 'x'],
  ])('is not sent again after another error: %s', async (_name, error) => {
    const redis = client(error);
    await expect(new RedisScript(text).run(redis, ['k'])).rejects.toBe(error);
    expect(redis.calls).toHaveLength(1);
  });

  it('runs once for each key when the keys are on different nodes of a cluster', async () => {
    const calls: unknown[][] = [];
    const redis = {
      eval: async (_text: string, keys: number, ...rest: string[]) => {
        calls.push([keys, ...rest]);
        if (keys > 1) throw new Error("CROSSSLOT Keys in request don't hash to the same slot");
        return [`${rest[0]} done`];
      },
    };
    const results = new RedisScript(text).runAll(redis, ['a', 'b'], ['s'], ['of a', 'of b']);
    expect(await results).toEqual(['a done', 'b done']);
    expect(calls).toEqual([
      [2, 'a', 'b', 's', 'of a', 'of b'],
      [1, 'a', 's', 'of a'],
      [1, 'b', 's', 'of b'],
    ]);
  });
});

describe('RedisEventStore', () => {
  function open(answer: unknown, options = {}) {
    const calls: string[][] = [];
    const redis = {
      eval: async (_script: string, _keys: number, ...rest: string[]) => {
        calls.push(rest);
        return answer;
      },
    };
    const runtime = new ManualRuntime();
    return { calls, runtime, store: new RedisEventStore(redis, options, runtime) };
  }

  it('uses its default key prefix and a lease of 30 seconds', async () => {
    const { calls, store } = open(['7']);
    expect(await store.begin('a', 'x')).toMatchObject({
      state: 'new',
      fence: 7,
      conflicting: false,
      known: false,
    });
    expect(calls[0]).toEqual(['pix:webhook:a', expect.any(String), '30000', 'x']);
    await store.complete('a');
    expect(calls[1]).toEqual(['pix:webhook:a', String(100 * 86_400_000)]);
  });

  it('returns only the state to a caller without a digest', async () => {
    expect(await open([['done', '', 'x']]).store.begin('a')).toBe('done');
    const { calls, store } = open([['new', '7', 'x']]);
    expect(await store.begin('a')).toBe('new');
    expect(calls[0]!.at(-1)).toBe('');
  });

  it('reports a conflicting digest, and no conflict with an empty one', async () => {
    const begin = (before: string) => open([['running', '', before]]).store.begin('a', 'x');
    expect(await begin('y')).toEqual({ state: 'running', conflicting: true, known: true });
    expect(await begin('x')).toEqual({ state: 'running', conflicting: false, known: true });
    expect(await begin('')).toEqual({ state: 'running', conflicting: false, known: true });
  });

  it('releases the given claim, or the claim of this process', async () => {
    const { calls, store } = open([['new', '7', '']], { prefix: 'p:', ttl: 1 });
    expect(await store.begin('a', 'x')).toMatchObject({ known: true });
    await store.fail('a');
    expect(calls[1]).toEqual(['p:a', calls[0]![1], '7', '1000']);
    await store.fail('a');
    expect(calls[2]![2]).toBe('');
    await store.fail('a', 9);
    expect(calls[3]![2]).toBe('9');
  });

  it('keeps records for its ttl, and supports no transaction', async () => {
    const { runtime, store } = open([], { ttl: 60 });
    expect(store.remembersSince()).toEqual(new Date(runtime.now() - 60_000));
    await expect(store.completeIn()).rejects.toMatchObject({ name: 'ConfigurationError' });
  });

  it('renews its leases', async () => {
    const { calls, runtime, store } = open(['7'], { lease: 9 });
    await store.begin('a');
    await runtime.advance(3000);
    expect(calls[1]).toEqual(['pix:webhook:a', calls[0]![1], '9000', '7']);
    await store.fail('a');
    expect(runtime.pendingTimers).toBe(0);
  });
});

describe('RedisReconcilerCursor', () => {
  const client = { eval: async () => null };

  it.each([
    client,
    { ...client, options: { host: 'redis' } },
    { ...client, options: { socket: { host: '10.0.0.5' } } },
    { ...client, isCluster: true, options: {} },
    { ...client, options: { rootNodes: [{ url: 'redis://localhost' }] } },
    { ...client, options: { host: 'localhost', Connector: class {} } },
  ])('requires a key unless Redis is known to be on this machine: %j', (redis) => {
    const encryptionKey = Buffer.alloc(32, 1);
    expect(() => new RedisReconcilerCursor(redis, { encryptionKey })).not.toThrow();
    expect(() => new RedisReconcilerCursor(redis)).toThrow(
      /^RedisReconcilerCursor: encryptionKey is missing: .*openssl rand -base64 32/,
    );
  });

  it('uses its default key', async () => {
    const calls: unknown[][] = [];
    const redis = { eval: async (...call: unknown[]) => (calls.push(call.slice(1)), null) };
    const cursor = new RedisReconcilerCursor({ ...redis, options: { host: '::1' } } as RedisClient);
    expect(await cursor.load()).toBeUndefined();
    await cursor.save(new Date(0));
    expect(calls).toEqual([
      [1, 'pix:reconciler:cursor'],
      [1, 'pix:reconciler:cursor', '1970-01-01T00:00:00.000Z'],
    ]);
  });
});
