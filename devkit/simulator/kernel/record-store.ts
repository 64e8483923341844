import type { Draft, TimedRecord } from './draft.js';
import type { AnyRecordStore, RecordFeed } from './record-feed.js';
import { TimeIndex } from './time-index.js';

export interface RecordStoreOptions<R extends object, Key extends string | number> {
  /** Name of the store in a state folder. */
  readonly name: string;
  readonly getKey: (record: R) => Key;
  /** Prototype of the records. Default: plain objects. */
  readonly prototype?: object;
}

/** Plans the next step of a record and replaces the step that was planned before. */
export interface RecordPlanner<R extends object> {
  plan(record: R): void;
}

/**
 * Records by key. Records are read-only: they change through {@link update}, which notifies the
 * feed and plans the next step of the record.
 */
export class RecordStore<
  R extends object,
  Key extends string | number = string,
> implements AnyRecordStore {
  readonly name: string;
  readonly prototype: object | undefined;
  /** A method, not a function property: it keeps the type parameter `R` bivariant. */
  readonly #key: { get(record: R): Key };
  readonly #records = new Map<Key, R>();
  #planner: RecordPlanner<R> | undefined;

  constructor(
    private readonly feed: RecordFeed,
    { name, getKey, prototype }: RecordStoreOptions<R, Key>,
  ) {
    this.name = name;
    this.#key = { get: getKey };
    this.prototype = prototype;
  }

  get size(): number {
    return this.#records.size;
  }

  /** Finds the record with a key; `undefined` if there is none or the key is `undefined`. */
  get(key: Key | undefined): R | undefined {
    return key === undefined ? undefined : this.#records.get(key);
  }

  /** Returns all records in the order in which they were added. */
  values(): IterableIterator<R> {
    return this.#records.values();
  }

  /** Adds a record, or replaces the record that has the same key. */
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

  /** @returns whether a record had that key */
  delete(key: Key): boolean {
    const record = this.#records.get(key);
    if (record === undefined) return false;
    this.remove(record);
    this.feed.removed(this, record);
    return true;
  }

  /** Sets the planner of the records. By default, nothing is planned. */
  planWith(planner: RecordPlanner<R>): void {
    this.#planner = planner;
  }

  /** Plans the next step of a record again, after a change elsewhere that it depends on. */
  plan(record: R): void {
    this.#planner?.plan(record);
  }

  keyText(record: R): string {
    return String(this.#key.get(record));
  }

  restore(record: R): void {
    this.insert(record);
    this.feed.changed(this, record);
  }

  planAll(): void {
    if (this.#planner === undefined) return;
    for (const record of [...this.#records.values()]) this.#planner.plan(record);
  }

  /**
   * Removes all records without notifying the feed. The owner of the stores notifies it once for
   * all stores.
   */
  clear(): void {
    this.#records.clear();
  }

  protected insert(record: R): void {
    const key = this.#key.get(record);
    const replaced = this.#records.get(key);
    if (replaced !== undefined) this.remove(replaced);
    this.#records.set(key, record);
  }

  remove(record: R): void {
    this.#records.delete(this.#key.get(record));
  }
}

/** A {@link RecordStore} that also indexes its records by creation time. */
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

  override remove(record: R): void {
    super.remove(record);
    this.byCreation.remove(record.createdAt, record);
  }
}
