import { describe, expect, it } from '@jest/globals';
import { InMemoryEventStore } from '../../lib/receiver/index.js';

describe('InMemoryEventStore', () => {
  it('gives a key to one caller, until it is completed or failed', () => {
    const store = new InMemoryEventStore();
    expect(store.begin('a')).toBe('new');
    expect(store.begin('a')).toBe('running');
    store.fail('a');
    expect(store.begin('a')).toBe('new');
    store.complete('a');
    expect(store.begin('a')).toBe('done');
    expect(store.begin('b')).toBe('new');
  });

  it('forgets a completed key after its time', () => {
    let now = 0;
    const store = new InMemoryEventStore({ ttl: 60, now: () => now });
    store.begin('a');
    store.complete('a');
    now = 59_999;
    expect(store.begin('a')).toBe('done');
    now = 60_000;
    expect(store.begin('a')).toBe('new');
  });

  it('forgets the oldest completed key when it is full, and no running one', () => {
    const store = new InMemoryEventStore({ maxEntries: 2 });
    store.begin('running');
    for (const key of ['a', 'b', 'c']) {
      store.begin(key);
      store.complete(key);
    }
    expect(store.begin('running')).toBe('running');
    expect(['c', 'b', 'a'].map((key) => store.begin(key))).toEqual(['done', 'done', 'new']);
  });
});
