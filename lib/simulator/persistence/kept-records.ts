import type { ClockReading } from '../clock.js';
import type { SimulatorState } from '../simulator-state.js';
import { keptStores } from './kept-stores.js';
import type { KeptStore } from './kept-stores.js';
import { CLEARED, CLOCK } from './lines.js';
import { link } from './record-codec.js';

/** Records that a journal tells of, by store and key, as they stood last; in the order in which they first appeared. */
export class KeptRecords {
  readonly stores = new Map<string, Map<string, object>>(
    Object.keys(keptStores).map((name) => [name, new Map()]),
  );
  clock: ClockReading | undefined;
  /** Lines taken. */
  lines = 0;

  /** Takes a line of the journal. */
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

  /** Puts everything back into a state and plans what is yet to happen. */
  restore(state: SimulatorState): void {
    state.clock.resume(this.clock);
    this.revive();
    this.each((store, record) => {
      store.add(state, record);
    });
    this.each((store, record) => {
      store.plan?.(state, record);
    });
  }

  /** Makes instances of what was one, and one of what was the same. */
  private revive(): void {
    for (const [name, records] of this.stores) {
      const prototype = keptStores[name]?.prototype;
      if (prototype === undefined) continue;
      for (const [key, value] of records) {
        records.set(key, Object.assign(Object.create(prototype) as object, value));
      }
    }
    this.each((_, record) => {
      link(record, ([store, key]) => this.stores.get(store)?.get(key));
    });
  }

  private each(work: (store: KeptStore, record: object) => void): void {
    for (const [name, store] of Object.entries(keptStores)) {
      for (const record of this.stores.get(name)?.values() ?? []) work(store, record);
    }
  }
}
