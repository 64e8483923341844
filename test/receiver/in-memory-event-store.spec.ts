import { describe, expect, it } from '@jest/globals';
import { InMemoryEventStore } from '../../lib/receiver/index.js';
import { ManualRuntime } from '../support/manual-runtime.js';

describe('InMemoryEventStore', () => {
  it('returns "new" to one caller until the key is completed or failed', () => {
    const store = new InMemoryEventStore();
    expect(store.begin('a')).toBe('new');
    expect(store.begin('a')).toBe('running');
    store.fail('a');
    expect(store.begin('a')).toBe('new');
    store.complete('a');
    expect(store.begin('a')).toBe('done');
    expect(store.begin('b')).toBe('new');
  });

  it('removes a completed key after its ttl', async () => {
    const runtime = new ManualRuntime();
    const store = new InMemoryEventStore({ ttl: 60 }, runtime);
    store.begin('a');
    store.complete('a');
    await runtime.advance(59_999);
    expect(store.begin('a')).toBe('done');
    await runtime.advance(1);
    expect(store.begin('a')).toBe('new');
  });

  it('removes the oldest completed key, and no running one, when it is full', () => {
    const store = new InMemoryEventStore({ maxEntries: 2 });
    store.begin('running');
    for (const key of ['a', 'b', 'c']) {
      store.begin(key);
      store.complete(key);
    }
    expect(store.begin('running')).toBe('running');
    expect(['c', 'b', 'a'].map((key) => store.begin(key))).toEqual(['done', 'done', 'new']);
  });

  it('removes a key from a full store as fast as it stores one in an empty store', () => {
    const store = new InMemoryEventStore();
    let count = 0;
    const measure = (keys: number) => {
      const start = performance.now();
      for (const end = count + keys; count < end; count += 1) store.complete(`${count}`);
      return performance.now() - start;
    };
    const fastest = () => Math.min(...Array.from({ length: 5 }, () => measure(1_000)));
    measure(5_000);
    const stored = fastest();
    measure(220_000);
    expect(fastest()).toBeLessThan(stored * 30);
  });

  it('keeps a completed key for seven days', async () => {
    const runtime = new ManualRuntime();
    const store = new InMemoryEventStore({}, runtime);
    store.begin('a');
    store.complete('a');
    await runtime.advance(7 * 24 * 3_600_000 - 1);
    expect(store.begin('a')).toBe('done');
    await runtime.advance(1);
    expect(store.begin('a')).toBe('new');
  });

  it('moves a key that is completed again to the end', () => {
    const store = new InMemoryEventStore({ maxEntries: 2 });
    for (const key of ['a', 'b', 'a', 'c']) store.complete(key);
    expect(['a', 'c', 'b'].map((key) => store.begin(key))).toEqual(['done', 'done', 'new']);
  });

  it('keeps digests after a failure, and reports conflicts', () => {
    const store = new InMemoryEventStore({}, new ManualRuntime());
    const first = store.begin('a', 'x');
    expect(first).toMatchObject({ state: 'new', conflicting: false, known: false });
    expect(store.begin('a', 'y')).toEqual({ state: 'running', conflicting: true, known: true });
    store.fail('a');
    store.fail('a');
    const again = store.begin('a', 'y');
    expect(again).toMatchObject({ state: 'new', conflicting: true, known: true });
    expect(again.fence).toBe(first.fence! + 1);
    store.complete('a');
    expect(store.begin('a', 'x')).toEqual({ state: 'done', conflicting: true, known: true });
    expect(store.begin('a', 'y')).toEqual({ state: 'done', conflicting: false, known: true });
    expect(store.begin('a', '')).toEqual({ state: 'done', conflicting: false, known: true });
  });

  it('counts fences in microseconds since the epoch', () => {
    const runtime = new ManualRuntime();
    const { fence } = new InMemoryEventStore({}, runtime).begin('a', '');
    expect(fence).toBe(runtime.now() * 1000);
  });

  it('removes the oldest failed key when it is full', () => {
    const store = new InMemoryEventStore({ maxEntries: 2 });
    for (const key of ['a', 'b', 'c']) {
      store.begin(key, 'x');
      store.fail(key);
    }
    const known = ['b', 'c', 'a'].map((key) => store.begin(key, 'x').known);
    expect(known).toEqual([true, true, false]);
  });

  it('removes keys one by one when their ttl ends', async () => {
    const runtime = new ManualRuntime();
    const store = new InMemoryEventStore({ ttl: 1 }, runtime);
    const start = runtime.now();
    store.complete('a');
    await runtime.advance(400);
    store.complete('b');
    expect(store.remembersSince()).toEqual(new Date(start));
    await runtime.advance(600);
    expect([store.begin('b'), store.begin('a')]).toEqual(['done', 'new']);
    expect(store.remembersSince()).toEqual(new Date(start));
    await runtime.advance(400);
    expect(store.begin('b')).toBe('new');
    expect(store.remembersSince()).toEqual(new Date(start + 400));
  });
});
