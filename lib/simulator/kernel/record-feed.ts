/** A store of records as persistence and the console see it, whatever its records are. */
export interface AnyRecordStore {
  /** Names the store in the journal. */
  readonly name: string;
  /** Prototype of the records; plain objects when absent. */
  readonly prototype?: object | undefined;
  /** Key of a record as text. */
  keyText(record: object): string;
  /** Adds a record that was kept, without planning anything for it. */
  restore(record: object): void;
  /** Plans what is due for every record, once all stores are restored. */
  planAll(): void;
  clear(): void;
}

/** Receives every change of the records of all stores. */
export interface RecordListener {
  /** A record was added or updated. The current synchronous work may change more records before it is complete. */
  changed(store: AnyRecordStore, record: object): void;
  removed(store: AnyRecordStore, record: object): void;
  /** All stores were emptied. */
  cleared(): void;
}

/** Passes changes of records on to their listeners: the journal, the console, automatic payments. */
export class RecordFeed implements RecordListener {
  private readonly listeners = new Set<RecordListener>();

  /** @returns a function that ends the subscription */
  subscribe(listener: RecordListener): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  changed(store: AnyRecordStore, record: object): void {
    for (const listener of this.listeners) listener.changed(store, record);
  }

  removed(store: AnyRecordStore, record: object): void {
    for (const listener of this.listeners) listener.removed(store, record);
  }

  cleared(): void {
    for (const listener of this.listeners) listener.cleared();
  }
}
