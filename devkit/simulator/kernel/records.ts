// The stores of records: their keys, their indexes, and how a change reaches listeners and the state file.
import { FieldIndex, type FieldReaders } from './field-index.js';
import { TimeIndex } from './time-index.js';

export interface RecordStoreOptions<R extends object, Key extends string | number> {
  /** Name of the store in a state folder. */
  readonly name: string;
  readonly getKey: (record: R) => Key;
  /** Prototype of the records. Default: plain objects. */
  readonly prototype?: object;
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
  /** Builds the error for a key without a record. */
  describeMissing = () => new Error(`${this.name} has no record with this key.`);
  /** A method too. */
  #planner: { plan(record: R): void } | undefined;

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

  /** Returns the record with a key. @throws Error that {@link describeMissing} builds if there is none */
  require(key: Key): R {
    const record = this.get(key);
    if (record === undefined) throw this.describeMissing();
    return record;
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

  /**
   * Sets how the next step of a record is planned, which replaces the step that was planned before. By default, nothing
   * is planned.
   */
  planWith(plan: (record: R) => void): void {
    this.#planner = { plan };
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

/**
 * A {@link RecordStore} that also indexes its records by creation time, and by the fields of lists.
 *
 * An index of fields is built when they are first asked for, and kept until all records are removed.
 */
export class TimedRecordStore<
  R extends TimedRecord,
  Key extends string | number = string,
> extends RecordStore<R, Key> {
  readonly byCreation = new TimeIndex<R>();
  readonly #byFields = new Map<string, FieldIndex<R>>();
  readonly #changing = new Set<R>();

  /** Finds the records whose fields have the values of a filter. Without a field, all records. */
  findBy(readers: FieldReaders<R>, filter: object): TimeIndex<R> {
    const given = Object.entries(readers).filter(
      ([name]) => Reflect.get(filter, name) !== undefined,
    );
    if (given.length === 0) return this.byCreation;
    const names = given.map(([name]) => name);
    let index = this.#byFields.get(names.join());
    if (index === undefined) {
      index = new FieldIndex(
        given.map(([, read]) => read),
        this.byCreation,
      );
      this.#byFields.set(names.join(), index);
    }
    return index.find(names.map((name) => Reflect.get(filter, name) as unknown));
  }

  override update<T>(record: R, change: (draft: Draft<R>) => T): T {
    // The outer one of two nested updates knows where the record was.
    if (this.#byFields.size === 0 || this.#changing.has(record))
      return super.update(record, change);
    const moves = Array.from(this.#byFields.values(), (index) => index.startMove(record));
    this.#changing.add(record);
    try {
      return super.update(record, change);
    } finally {
      this.#changing.delete(record);
      for (const move of moves) move();
    }
  }

  override clear(): void {
    super.clear();
    this.byCreation.clear();
    this.#byFields.clear();
  }

  protected override insert(record: R): void {
    super.insert(record);
    this.byCreation.add(record.createdAt, record);
    for (const index of this.#byFields.values()) index.add(record);
  }

  override remove(record: R): void {
    super.remove(record);
    this.byCreation.remove(record.createdAt, record);
    for (const index of this.#byFields.values()) index.remove(record);
  }
}

/** A store of records of any type, as persistence and the console use it. */
export interface AnyRecordStore {
  /** Name of the store in a state folder. */
  readonly name: string;
  /** Prototype of the records; plain objects when absent. */
  readonly prototype?: object | undefined;
  /** Returns the key of a record as text. */
  keyText(record: object): string;
  /** Adds a persisted record without planning its next step. */
  restore(record: object): void;
  /** Returns all records in the order in which they were added. */
  values(): Iterable<object>;
  /** Removes a record without notifying the feed. */
  remove(record: object): void;
  /** Plans the next step of every record. Called after all stores are restored. */
  planAll(): void;
  clear(): void;
}

/** Receives every change of the records of all stores. */
export interface RecordListener {
  /**
   * A record was added or updated. The current synchronous work may change more records before it
   * is complete.
   */
  changed(store: AnyRecordStore, record: object): void;
  removed(store: AnyRecordStore, record: object): void;
  /** All stores were emptied. */
  cleared(): void;
}

/** Passes record changes to the listeners: the state folder, the console, automatic payments. */
export class RecordFeed implements RecordListener {
  readonly #listeners = new Set<RecordListener>();

  /** @returns a function that ends the subscription */
  subscribe(listener: RecordListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  changed(store: AnyRecordStore, record: object): void {
    for (const listener of this.#listeners) listener.changed(store, record);
  }

  removed(store: AnyRecordStore, record: object): void {
    for (const listener of this.#listeners) listener.removed(store, record);
  }

  cleared(): void {
    for (const listener of this.#listeners) listener.cleared();
  }
}

/** Identifies a record by the name of its store and its key. */
export type RecordReference = readonly [store: string, key: string];

/**
 * Prefix of reserved field names. A field name that begins with it is escaped with a second one.
 */
const MARK = '$';
const REFERENCE = `${MARK}record`;
const NUMBER = `${MARK}number`;

/**
 * Serializes a record as JSON. A nested record of a store is written as a reference, so that it is
 * the same object after the records are read.
 */
export function encodeRecord(
  record: object,
  getReference: (value: object) => RecordReference | undefined,
): string {
  return JSON.stringify(record, (_, value: unknown) => {
    if (typeof value === 'number' && !Number.isFinite(value)) return { [NUMBER]: String(value) };
    if (typeof value !== 'object' || value === null || value === record) return value;
    const reference = getReference(value);
    return reference === undefined ? escapeNames(value) : { [REFERENCE]: reference };
  });
}

/**
 * Replaces references at any depth with the referenced records, and unescapes field names. Changes
 * `value`.
 */
export function resolveReferences(
  value: object,
  findRecord: (reference: RecordReference) => object | undefined,
): void {
  for (const name of Object.keys(value)) {
    const child = (value as Record<string, unknown>)[name];
    const isMarked = name.startsWith(MARK);
    if (typeof child !== 'object' && !isMarked) continue;
    const read = readValue(child, findRecord);
    if (isMarked) {
      Reflect.deleteProperty(value, name);
      Reflect.set(value, name.slice(MARK.length), read);
    } else if (read !== child) Reflect.set(value, name, read);
  }
}

function readValue(
  value: unknown,
  findRecord: (reference: RecordReference) => object | undefined,
): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { [REFERENCE]: reference, [NUMBER]: number } = value as Record<string, unknown>;
  if (reference !== undefined) return findRecord(reference as RecordReference);
  if (number !== undefined) return Number(number);
  resolveReferences(value, findRecord);
  return value;
}

/** Escapes field names. The body of a batch is stored as it was sent and may have any names. */
function escapeNames(value: object): object {
  const entries = Object.entries(value);
  if (!entries.some(([name]) => name.startsWith(MARK))) return value;
  return Object.fromEntries(
    entries.map(([name, child]) => [name.startsWith(MARK) ? MARK + name : name, child]),
  );
}

/** Fields of every record in a {@link TimedRecordStore}. */
export interface TimedRecord {
  /** When the record was created: milliseconds since the epoch, by the simulator's clock. */
  readonly createdAt: number;
}

type Opaque = TimedRecord | string | number | bigint | boolean | ((...args: never[]) => unknown);

/** Marks the type of a value that is replaced, never changed. No value has it. */
declare const frozen: unique symbol;

/**
 * A value that is read-only with all that it contains, also in a {@link Draft}: it is replaced,
 * never changed.
 */
export type Frozen<Value> = Value extends Opaque | undefined
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly Frozen<Item>[]
    : Value extends object
      ? { readonly [Key in keyof Value]: Frozen<Value[Key]> } & { readonly [frozen]?: never }
      : Value;

/**
 * A record with writable fields, as `RecordStore.update` passes it to `change`. Nested objects and
 * arrays are writable too. {@link Frozen} values and nested records of other stores stay read-only:
 * the latter change through their own store.
 */
export type Draft<R extends object> = { -readonly [Key in keyof R]: DraftValue<R[Key]> };

type DraftValue<Value> = Value extends Opaque
  ? Value
  : Value extends readonly (infer Item)[]
    ? DraftValue<Item>[]
    : Value extends object
      ? typeof frozen extends keyof Value
        ? Value
        : { -readonly [Key in keyof Value]: DraftValue<Value[Key]> }
      : Value;

/** Makes changes of the state durable. */
export interface StateCommitter {
  /**
   * Runs `work` and writes its changes before it returns.
   *
   * @param work synchronous
   * @throws SimulatorProblem `ServicoIndisponivel` if the changes cannot be written; they are
   * undone
   */
  commit<T>(work: () => T): T;
}

/** The committer of a state that is only in memory. */
export const inMemory: StateCommitter = { commit: (work) => work() };
