import type { SimulatorState } from '../simulator-state.js';
import type { ChangeListener } from '../store/changes.js';
import type { Journal } from './journal.js';
import type { KeptRecords } from './kept-records.js';
import { keptStores } from './kept-stores.js';
import { CLEARED, clockLine } from './lines.js';
import { encodeRecord } from './record-codec.js';
import type { Place } from './record-codec.js';

/** A journal is written anew when it is larger than this, and several times as large as it was then. */
const LARGE = 16 * 1024 * 1024;
const GROWN = 4;

/** How many lines may tell of records that have changed since, before a journal is written anew at the start. */
const TOLERATED = 10_000;

/**
 * Writes every change of a record to the journal before anyone is answered: at the end of the synchronous work that
 * made it, each record once, as it stands then.
 */
export class StateKeeper implements ChangeListener {
  private readonly places = new WeakMap<object, Place>();
  /** Every record, to write the journal anew from. */
  private readonly records: ReadonlyMap<string, Map<string, object>>;
  private readonly dirty = new Set<object>();
  private lines = '';
  private planned = false;
  private ended = false;
  /** Size of the journal when it held each record once. */
  private leastSize: number;

  constructor(
    private readonly state: SimulatorState,
    private readonly journal: Journal,
    kept: KeptRecords,
    /** Hears that the state can be kept no longer, as on a full disk. */
    private readonly onFailure: (error: unknown) => void,
  ) {
    this.records = kept.stores;
    let live = 0;
    for (const [store, records] of kept.stores) {
      for (const record of records.values()) this.know(store, record);
      live += records.size;
    }
    this.leastSize = journal.size;
    if (kept.lines > 2 * live + TOLERATED) this.compact();
    state.changes.subscribe(this);
    state.clock.onChange(() => {
      this.write(clockLine(state));
    });
  }

  changed(store: string, record: object): void {
    if (!(store in keptStores)) return;
    this.know(store, record);
    this.dirty.add(record);
    this.write('');
  }

  removed(store: string, record: object): void {
    const place = this.places.get(record);
    if (place === undefined) return;
    this.records.get(store)?.delete(place[1]);
    this.dirty.delete(record);
    this.write(`${JSON.stringify(place)}\n`);
  }

  cleared(): void {
    for (const records of this.records.values()) records.clear();
    this.dirty.clear();
    this.lines = '';
    this.write(`${JSON.stringify([CLEARED])}\n${clockLine(this.state)}`);
  }

  /** Writes what is left and ends. */
  close(): void {
    this.flush();
    this.ended = true;
    this.journal.close();
  }

  private know(store: string, record: object): void {
    const place = this.places.get(record) ?? [store, keptStores[store]?.keyOf(record) ?? ''];
    this.places.set(record, place);
    this.records.get(store)?.set(place[1], record);
  }

  private write(lines: string): void {
    this.lines += lines;
    if (this.planned) return;
    this.planned = true;
    queueMicrotask(() => {
      this.flush();
    });
  }

  private flush(): void {
    this.planned = false;
    if (this.ended) return;
    for (const record of this.dirty) this.lines += this.lineOf(record);
    this.dirty.clear();
    const { lines } = this;
    this.lines = '';
    if (lines === '') return;
    try {
      this.journal.append(lines);
      if (this.journal.size > Math.max(LARGE, GROWN * this.leastSize)) this.compact();
    } catch (error) {
      this.ended = true;
      this.onFailure(error);
    }
  }

  private compact(): void {
    this.journal.replace(this.allLines());
    this.leastSize = this.journal.size;
  }

  private *allLines(): Generator<string> {
    yield clockLine(this.state);
    for (const records of this.records.values()) {
      for (const record of records.values()) yield this.lineOf(record);
    }
  }

  private lineOf(record: object): string {
    const [store, key] = this.places.get(record) ?? ['', ''];
    const value = encodeRecord(record, (other) => this.places.get(other));
    return `[${JSON.stringify(store)},${JSON.stringify(key)},${value}]\n`;
  }
}
