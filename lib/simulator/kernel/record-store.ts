import type { Draft, TimedRecord } from './draft.js';
import type { AnyRecordStore, RecordFeed } from './record-feed.js';
import { TimeIndex } from './time-index.js';

export interface RecordStoreOptions<R extends object, Key extends string | number> {
  /** Names the store in the journal, and never changes: folders of earlier versions have it. */
  readonly name: string;
  readonly keyOf: (record: R) => Key;
  /** Prototype of the records. Default: plain objects. */
  readonly prototype?: object;
}

/** Plans what is due next for a record. It replaces what was planned for the record before. */
export interface RecordPlanner<R extends object> {
  plan(record: R): void;
}

/**
 * Records by key. Records are read-only: they change through {@link update}, which notifies the feed and plans what is
 * due next for the record.
 */
export class RecordStore<
  R extends object,
  Key extends string | number = string,
> implements AnyRecordStore {
  readonly name: string;
  readonly prototype: object | undefined;
  private readonly keyOf: { of(record: R): Key };
  private readonly records = new Map<Key, R>();
  private planner: RecordPlanner<R> | undefined;

  constructor(
    private readonly feed: RecordFeed,
    { name, keyOf, prototype }: RecordStoreOptions<R, Key>,
  ) {
    this.name = name;
    this.keyOf = { of: keyOf };
    this.prototype = prototype;
  }

  get size(): number {
    return this.records.size;
  }

  get(key: Key): R | undefined {
    return this.records.get(key);
  }

  /** All records, in the order in which they were added. */
  values(): IterableIterator<R> {
    return this.records.values();
  }

  /** Adds a record. It replaces the one that has the same key. */
  add(record: R): R {
    this.insert(record);
    this.feed.changed(this, record);
    this.plan(record);
    return record;
  }

  /**
   * Changes a record.
   *
   * @param change receives the record as a draft; synchronous
   * @returns what `change` returns
   */
  update<T>(record: R, change: (draft: Draft<R>) => T): T {
    const result = change(record as Draft<R>);
    this.feed.changed(this, record);
    this.plan(record);
    return result;
  }

  /** @returns whether there was a record of that key */
  delete(key: Key): boolean {
    const record = this.records.get(key);
    if (record === undefined) return false;
    this.remove(record);
    this.feed.removed(this, record);
    return true;
  }

  /** Sets what plans the next step of each record. Default: nothing is planned. */
  planWith(planner: RecordPlanner<R>): void {
    this.planner = planner;
  }

  /** Plans the next step of a record again, after a change elsewhere that it depends on. */
  plan(record: R): void {
    this.planner?.plan(record);
  }

  keyText(record: R): string {
    return String(this.keyOf.of(record));
  }

  restore(record: R): void {
    this.insert(record);
    this.feed.changed(this, record);
  }

  planAll(): void {
    if (this.planner === undefined) return;
    for (const record of [...this.records.values()]) this.planner.plan(record);
  }

  /** Removes all records without notifying the feed; the owner of the stores does, once for all of them. */
  clear(): void {
    this.records.clear();
  }

  protected insert(record: R): void {
    const key = this.keyOf.of(record);
    const replaced = this.records.get(key);
    if (replaced !== undefined) this.remove(replaced);
    this.records.set(key, record);
  }

  protected remove(record: R): void {
    this.records.delete(this.keyOf.of(record));
  }
}

/** A {@link RecordStore} that also has its records in the order of their creation. */
export class TimedRecordStore<
  R extends TimedRecord,
  Key extends string | number = string,
> extends RecordStore<R, Key> {
  readonly byCreation = new TimeIndex<R>();

  override clear(): void {
    super.clear();
    this.byCreation.clear();
  }

  protected override insert(record: R): void {
    super.insert(record);
    this.byCreation.add(record.createdAt, record);
  }

  protected override remove(record: R): void {
    super.remove(record);
    this.byCreation.remove(record.createdAt, record);
  }
}
