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
