import { beforeEach, describe, expect, it } from '@jest/globals';
import { RecordFeed, TimedRecordStore } from '../../../devkit/simulator/kernel/records.js';

interface Note {
  readonly id: string;
  readonly createdAt: number;
  readonly text: string;
  readonly tags: readonly string[];
}

const note = (id: string, createdAt: number): Note => ({ id, createdAt, text: 'a', tags: [] });

describe('RecordStore', () => {
  let store: TimedRecordStore<Note>;
  let events: string[];
  let planned: string[];

  beforeEach(() => {
    const feed = new RecordFeed();
    [events, planned] = [[], []];
    feed.subscribe({
      changed: ({ name }, record) => events.push(`${name} ${(record as Note).id} changed`),
      removed: ({ name }, record) => events.push(`${name} ${(record as Note).id} removed`),
      cleared: () => events.push('cleared'),
    });
    store = new TimedRecordStore(feed, { name: 'notes', getKey: ({ id }) => id });
    store.planWith(({ id, text }) => planned.push(`${id} ${text}`));
  });

  it('notifies the feed and plans the next step when a record is added', () => {
    const record = store.add(note('1', 5));
    expect(store.get('1')).toBe(record);
    expect(events).toEqual(['notes 1 changed']);
    expect(planned).toEqual(['1 a']);
  });

  it('notifies the feed and plans the next step after an update, and returns its result', () => {
    const record = store.add(note('1', 5));
    const result = store.update(record, (draft) => {
      draft.text = 'b';
      return draft.tags.push('new');
    });
    expect(result).toBe(1);
    expect(store.get('1')).toEqual({ id: '1', createdAt: 5, text: 'b', tags: ['new'] });
    expect(events).toEqual(['notes 1 changed', 'notes 1 changed']);
    expect(planned).toEqual(['1 a', '1 b']);
  });

  it('returns records in the order of their creation', () => {
    for (const [id, createdAt] of [
      ['1', 5],
      ['2', 3],
      ['3', 5],
    ] as const) {
      store.add(note(id, createdAt));
    }
    expect(store.byCreation.all().map(({ id }) => id)).toEqual(['2', '1', '3']);
  });

  it('replaces a record with the same key, which moves to the end', () => {
    store.add(note('1', 5));
    store.add(note('2', 5));
    const replacement = store.add(note('1', 5));
    expect(store.get('1')).toBe(replacement);
    expect(store.byCreation.all().map(({ id }) => id)).toEqual(['2', '1']);
    expect([...store.values()].map(({ id }) => id)).toEqual(['2', '1']);
    expect(store.size).toBe(2);
  });

  it('deletes a record and notifies the feed, and returns false for an unknown key', () => {
    store.add(note('1', 5));
    events.length = 0;
    expect(store.delete('1')).toBe(true);
    expect(store.delete('1')).toBe(false);
    expect(events).toEqual(['notes 1 removed']);
    expect([store.get('1'), store.byCreation.size]).toEqual([undefined, 0]);
  });

  it('plans restored records after all stores are restored', () => {
    store.restore(note('1', 5));
    store.restore(note('2', 4));
    expect(planned).toEqual([]);
    store.planAll();
    expect(planned).toEqual(['1 a', '2 a']);
  });
});
