import type { SimulatorState } from '../domain/state/simulator-state.js';
import type { AnyRecordStore, RecordListener } from '../kernel/record-feed.js';
import type { StateCommitter } from '../kernel/state-committer.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { Journal } from './journal.js';
import { CLEARED, clockLine } from './lines.js';
import { PersistedRecords } from './persisted-records.js';
import { encodeRecord, type RecordReference } from './record-codec.js';

/**
 * A journal is compacted when it is larger than `LARGE` bytes and `GROWTH` times as large as after
 * the last compaction.
 */
const LARGE = 16 * 1024 * 1024;
const GROWTH = 4;

/** Number of outdated lines that a journal may contain without being compacted at the start. */
const TOLERATED = 10_000;

/** After a failure, bytes that must fit into the storage before changes are accepted again. */
const MIN_FREE = 64 * 1024;

/** Receives changes of whether the state can be written. */
export interface StorageListener {
  failed(error: unknown): void;
  recovered(): void;
}

/**
 * Writes every changed record to the journal before a response is sent: at the end of the
 * synchronous work that changed it, each record once.
 *
 * If the storage refuses a change, the change is undone, so that the state matches the journal.
 * Until the storage accepts data again, every further change is refused with 503. Each refused
 * change tries the storage once.
 */
export class StateWriter implements RecordListener, StateCommitter {
  readonly #references = new WeakMap<object, RecordReference>();
  /** All records, for compaction. */
  #records: ReadonlyMap<string, Map<string, object>>;
  readonly #dirty = new Set<object>();
  #lines = '';
  #planned = false;
  #ended = false;
  #undoing = false;
  /** Number of bytes that the storage refused last. 0 while it accepts data. */
  #refused = 0;
  /** Whether a refused change has not been undone yet. */
  #undoPending = false;
  /** Size of the journal when it held each record once. */
  #leastSize: number;

  constructor(
    private readonly state: SimulatorState,
    private readonly journal: Journal,
    persisted: PersistedRecords,
    private readonly listener: StorageListener,
  ) {
    this.#records = persisted.stores;
    const live = this.#adopt(persisted);
    this.#leastSize = journal.size;
    if (persisted.lines > 2 * live + TOLERATED) this.#compact();
    state.changes.subscribe(this);
    state.committer = this;
    state.clock.guard(() => {
      this.#assertWritable();
    });
    state.clock.onChange(() => {
      this.#write(clockLine(state));
    });
  }

  commit<T>(work: () => T): T {
    this.#assertWritable();
    const result = work();
    if (!this.#flush()) throw new SimulatorProblem('ServicoIndisponivel', UNWRITABLE);
    return result;
  }

  changed(store: AnyRecordStore, record: object): void {
    if (this.#undoing) return;
    this.#register(store, record);
    this.#dirty.add(record);
    this.#write('');
  }

  removed({ name }: AnyRecordStore, record: object): void {
    const reference = this.#references.get(record);
    if (this.#undoing || reference === undefined) return;
    this.#records.get(name)?.delete(reference[1]);
    this.#dirty.delete(record);
    this.#write(`${JSON.stringify(reference)}\n`);
  }

  cleared(): void {
    if (this.#undoing) return;
    for (const records of this.#records.values()) records.clear();
    this.#dirty.clear();
    this.#lines = '';
    this.#write(`${JSON.stringify([CLEARED])}\n${clockLine(this.state)}`);
  }

  /** Writes pending changes and closes the journal. */
  close(): void {
    this.#flush();
    this.#ended = true;
    this.journal.close();
  }

  /** @throws SimulatorProblem `ServicoIndisponivel` while the storage refuses data */
  #assertWritable(): void {
    if (this.#refused === 0 || this.#ended) return;
    try {
      this.journal.probe(Math.max(MIN_FREE, this.#refused));
      if (this.#undoPending) this.#undo();
    } catch {
      throw new SimulatorProblem('ServicoIndisponivel', UNWRITABLE);
    }
    this.#refused = 0;
    this.listener.recovered();
  }

  /** Registers every record. @returns the number of records */
  #adopt(persisted: PersistedRecords): number {
    this.#records = persisted.stores;
    let live = 0;
    for (const store of this.state.stores) {
      const records = persisted.stores.get(store.name);
      for (const record of records?.values() ?? []) this.#register(store, record);
      live += records?.size ?? 0;
    }
    return live;
  }

  #register(store: AnyRecordStore, record: object): void {
    const reference = this.#references.get(record) ?? [store.name, store.keyText(record)];
    this.#references.set(record, reference);
    this.#records.get(store.name)?.set(reference[1], record);
  }

  #write(lines: string): void {
    if (this.#undoing) return;
    this.#lines += lines;
    if (this.#planned) return;
    this.#planned = true;
    queueMicrotask(() => {
      this.#flush();
    });
  }

  /** Writes pending changes. @returns `false` if the storage refused them; they are undone */
  #flush(): boolean {
    this.#planned = false;
    if (this.#ended) return true;
    for (const record of this.#dirty) this.#lines += this.#toLine(record);
    this.#dirty.clear();
    const lines = this.#lines;
    this.#lines = '';
    if (lines === '') return true;
    try {
      this.journal.append(lines);
    } catch (error) {
      this.#refused = Buffer.byteLength(lines);
      this.listener.failed(error);
      this.#undo();
      return false;
    }
    if (this.journal.size > Math.max(LARGE, GROWTH * this.#leastSize)) this.#compact();
    return true;
  }

  /** Restores the state from the journal. */
  #undo(): void {
    this.#undoPending = true;
    const persisted = new PersistedRecords(this.state.stores);
    this.journal.reread(persisted.take);
    this.#undoing = true;
    try {
      this.state.clearRecords();
      persisted.restore(this.state);
      this.#adopt(persisted);
      this.#undoPending = false;
    } finally {
      this.#undoing = false;
    }
  }

  /**
   * Compacts the journal. If that fails, the journal does not change: it is valid, only longer than
   * necessary.
   */
  #compact(): void {
    try {
      this.journal.replace(this.#listLines());
    } catch {
      // The next attempt follows when the journal has grown further. A full disk is reported when a
      // change fails.
    }
    this.#leastSize = this.journal.size;
  }

  *#listLines(): Generator<string> {
    yield clockLine(this.state);
    for (const records of this.#records.values()) {
      for (const record of records.values()) yield this.#toLine(record);
    }
  }

  #toLine(record: object): string {
    const [store, key] = this.#references.get(record) ?? ['', ''];
    const value = encodeRecord(record, (other) => this.#references.get(other));
    return `[${JSON.stringify(store)},${JSON.stringify(key)},${value}]\n`;
  }
}

const UNWRITABLE = {
  detail: 'O simulador não consegue gravar o seu estado; nada foi alterado.',
};
