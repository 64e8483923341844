import type { SimulatorState } from '../domain/state/simulator-state.js';
import type { ClockReading } from '../kernel/clock.js';
import type { AnyRecordStore } from '../kernel/record-feed.js';
import { CLEARED, CLOCK } from './lines.js';
import { migrateRecord } from './migrate-record.js';
import { resolveReferences } from './record-codec.js';

/**
 * The last version of each record in a journal, by store and key, in the order of their first
 * appearance.
 */
export class PersistedRecords {
  readonly stores: ReadonlyMap<string, Map<string, object>>;
  clock: ClockReading | undefined;
  /** Number of lines read. */
  lines = 0;

  constructor(stores: readonly AnyRecordStore[]) {
    this.stores = new Map(stores.map(({ name }) => [name, new Map<string, object>()]));
  }

  /** Applies a line of the journal. */
  readonly take = ([store, key, value]: unknown[]): void => {
    this.lines += 1;
    if (store === CLEARED) {
      for (const records of this.stores.values()) records.clear();
    } else if (store === CLOCK) {
      this.clock = value as ClockReading;
    } else {
      const records = this.stores.get(store as string);
      if (value === undefined) records?.delete(key as string);
      else records?.set(key as string, value as object);
    }
  };

  /** Restores the clock and all records into a state, and plans their next steps. */
  restore(state: SimulatorState): void {
    state.clock.resume(this.clock);
    for (const store of state.stores) this.#restorePrototypes(store);
    for (const { name } of state.stores) this.#linkRecords(name);
    for (const store of state.stores) {
      for (const record of this.#list(store.name)) store.restore(record);
    }
    state.deliveries.resume();
    for (const store of state.stores) store.planAll();
  }

  /**
   * Restores prototypes with `Object.create`, which does not support `#private` fields: record
   * classes must not use them.
   */
  #restorePrototypes({ name, prototype }: AnyRecordStore): void {
    const records = this.stores.get(name);
    for (const [key, value] of records ?? []) {
      const record = migrateRecord(name, value);
      const restored =
        prototype === undefined
          ? record
          : Object.assign(Object.create(prototype) as object, record);
      records?.set(key, restored);
    }
  }

  /** Replaces the references in the records of a store with the referenced records. */
  #linkRecords(name: string): void {
    for (const record of this.#list(name)) {
      resolveReferences(record, ([store, key]) => this.stores.get(store)?.get(key));
    }
  }

  #list(name: string): Iterable<object> {
    return this.stores.get(name)?.values() ?? [];
  }
}
