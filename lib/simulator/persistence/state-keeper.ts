import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { SimulatorState } from '../domain/state/simulator-state.js';
import type { AnyRecordStore, RecordListener } from '../kernel/record-feed.js';
import type { StateCommitter } from '../kernel/state-committer.js';
import type { Journal } from './journal.js';
import { KeptRecords } from './kept-records.js';
import { CLEARED, clockLine } from './lines.js';
import { encodeRecord } from './record-codec.js';
import type { Place } from './record-codec.js';

/** A journal is compacted when it is larger than this, and several times as large as after the last compaction. */
const LARGE = 16 * 1024 * 1024;
const GROWN = 4;

/** How many outdated lines a journal may hold before it is compacted at the start. */
const TOLERATED = 10_000;

/** After a failure, at least this many bytes must fit before changes are accepted again. */
const ROOM = 64 * 1024;

/** Learns whether the state can be written. */
export interface StorageListener {
  failed(error: unknown): void;
  recovered(): void;
}

/**
 * Writes every changed record to the journal before anyone is answered: at the end of the synchronous work that changed
 * it, each record once.
 *
 * When the storage refuses a change, the change is undone: the state is what the journal holds. Until the storage
 * takes data again, every further change is refused with 503; each refused change tries the storage once.
 */
export class StateKeeper implements RecordListener, StateCommitter {
  private readonly places = new WeakMap<object, Place>();
  /** Every record, to compact the journal from. */
  private records: ReadonlyMap<string, Map<string, object>>;
  private readonly dirty = new Set<object>();
  private lines = '';
  private planned = false;
  private ended = false;
  private undoing = false;
  /** Bytes that the storage refused last; 0 while it works. */
  private refused = 0;
  /** Whether a refused change still has to be undone. */
  private ahead = false;
  /** Size of the journal when it held each record once. */
  private leastSize: number;

  constructor(
    private readonly state: SimulatorState,
    private readonly journal: Journal,
    kept: KeptRecords,
    private readonly listener: StorageListener,
  ) {
    this.records = kept.stores;
    const live = this.adopt(kept);
    this.leastSize = journal.size;
    if (kept.lines > 2 * live + TOLERATED) this.compact();
    state.changes.subscribe(this);
    state.committer = this;
    state.clock.guard(() => {
      this.assertWritable();
    });
    state.clock.onChange(() => {
      this.write(clockLine(state));
    });
  }

  commit<T>(work: () => T): T {
    this.assertWritable();
    const result = work();
    if (!this.flush()) throw new SimulatorProblem('ServicoIndisponivel', UNWRITABLE);
    return result;
  }

  changed(store: AnyRecordStore, record: object): void {
    if (this.undoing) return;
    this.know(store, record);
    this.dirty.add(record);
    this.write('');
  }

  removed({ name }: AnyRecordStore, record: object): void {
    const place = this.places.get(record);
    if (this.undoing || place === undefined) return;
    this.records.get(name)?.delete(place[1]);
    this.dirty.delete(record);
    this.write(`${JSON.stringify(place)}\n`);
  }

  cleared(): void {
    if (this.undoing) return;
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

  /** @throws SimulatorProblem `ServicoIndisponivel` while the storage takes no data */
  private assertWritable(): void {
    if (this.refused === 0 || this.ended) return;
    try {
      this.journal.probe(Math.max(ROOM, this.refused));
      if (this.ahead) this.undo();
    } catch {
      throw new SimulatorProblem('ServicoIndisponivel', UNWRITABLE);
    }
    this.refused = 0;
    this.listener.recovered();
  }

  /** Registers every record. @returns how many there are */
  private adopt(kept: KeptRecords): number {
    this.records = kept.stores;
    let live = 0;
    for (const store of this.state.stores) {
      const records = kept.stores.get(store.name);
      for (const record of records?.values() ?? []) this.know(store, record);
      live += records?.size ?? 0;
    }
    return live;
  }

  private know(store: AnyRecordStore, record: object): void {
    const place = this.places.get(record) ?? [store.name, store.keyText(record)];
    this.places.set(record, place);
    this.records.get(store.name)?.set(place[1], record);
  }

  private write(lines: string): void {
    if (this.undoing) return;
    this.lines += lines;
    if (this.planned) return;
    this.planned = true;
    queueMicrotask(() => {
      this.flush();
    });
  }

  /** @returns whether everything is written; what could not be is undone */
  private flush(): boolean {
    this.planned = false;
    if (this.ended) return true;
    for (const record of this.dirty) this.lines += this.lineOf(record);
    this.dirty.clear();
    const { lines } = this;
    this.lines = '';
    if (lines === '') return true;
    try {
      this.journal.append(lines);
    } catch (error) {
      this.refused = Buffer.byteLength(lines);
      this.listener.failed(error);
      this.undo();
      return false;
    }
    if (this.journal.size > Math.max(LARGE, GROWN * this.leastSize)) this.compact();
    return true;
  }

  /** Puts the state back to what the journal holds. */
  private undo(): void {
    this.ahead = true;
    const kept = new KeptRecords(this.state.stores);
    this.journal.reread(kept.take);
    this.undoing = true;
    try {
      this.state.clearRecords();
      kept.restore(this.state);
      this.adopt(kept);
      this.ahead = false;
    } finally {
      this.undoing = false;
    }
  }

  /** A journal that cannot be compacted stays as it is: it is whole, only longer than it has to be. */
  private compact(): void {
    try {
      this.journal.replace(this.allLines());
    } catch {
      // Tried again when it has grown further. A full disk is reported when a change cannot be written.
    }
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

const UNWRITABLE = {
  detail: 'O simulador não consegue gravar o seu estado; nada foi alterado.',
};
