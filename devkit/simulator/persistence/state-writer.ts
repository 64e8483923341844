import { ConfigurationError } from 'nestjs-pix';
import type { SimulatorState } from '../domain/state.js';
import { SimulatorProblem } from '../families/problems.js';
import type { ClockReading } from '../kernel/clock.js';
import {
  encodeRecord,
  resolveReferences,
  type AnyRecordStore,
  type RecordListener,
  type RecordReference,
  type StateCommitter,
} from '../kernel/records.js';
import type { StateFile } from './state-file.js';

/** After a failure, bytes that must fit into the storage before changes are accepted again. */
const MIN_FREE = 64 * 1024;

/**
 * Restores a state from a file, and appends every change to it before a response is sent: one line at the end of the
 * synchronous work, with each changed record once.
 *
 * If the storage refuses a line, the state is read from the file again, so that it has no change that is not in the file.
 * Until the storage accepts data again, every further change is refused with 503. Each refused change tries the storage
 * once.
 */
export class StateWriter implements RecordListener, StateCommitter {
  readonly #references = new WeakMap<object, RecordReference>();
  /** Writes the entries of the next line as JSON, by what they are about: a record, the clock, all records. */
  readonly #changes = new Map<unknown, () => string>();
  #closed = false;
  #restoring = false;
  /** Number of bytes that the storage refused last. 0 while it accepts data. */
  #refused = 0;
  /** Position after the last committed line. What follows it in the file is overwritten. */
  #size: number;

  /**
   * Rewrites the file with each record once, unless nearly all of it is in use.
   *
   * @param state an empty state
   * @throws ConfigurationError if the file is damaged
   * @throws Error of the storage
   */
  constructor(
    private readonly state: SimulatorState,
    private readonly file: StateFile,
    /** Receives warnings for the operator. */
    private readonly warn: (text: string) => void,
    /** A value to keep with the records: certificates and credentials. */
    private readonly identity?: object,
    /** The content of the file, if it is known. */
    persisted = new PersistedState(file),
  ) {
    state.changes.subscribe(this);
    this.#restore(persisted);
    this.#size = persisted.isCompact(identity)
      ? file.write(`[${this.#encodeClock()}]\n`, persisted.size)
      : file.replace(this.#listLines());
    state.committer = this;
    state.clock.guard(() => {
      this.#assertWritable();
    });
    state.clock.onChange(() => {
      this.#add(CLOCK, this.#encodeClock);
    });
  }

  commit<T>(work: () => T): T {
    this.#assertWritable();
    const result = work();
    if (!this.#flush()) throw unwritable();
    return result;
  }

  changed(store: AnyRecordStore, record: object): void {
    this.#references.set(record, [store.name, store.keyText(record)]);
    this.#add(record, () => this.#encode(record));
  }

  removed(store: AnyRecordStore, record: object): void {
    this.#add(record, () => JSON.stringify([store.name, store.keyText(record)]));
  }

  cleared(): void {
    if (!this.#restoring) this.#changes.clear();
    this.#add(CLEARED, () => JSON.stringify(CLEARED));
    this.#add(CLOCK, this.#encodeClock);
  }

  /** Writes pending changes and closes the file. */
  close(): void {
    this.#flush();
    this.#closed = true;
    this.file.close();
  }

  /** @throws SimulatorProblem `ServicoIndisponivel` while the storage refuses data */
  #assertWritable(): void {
    if (this.#refused === 0 || this.#closed) return;
    try {
      this.file.write(' '.repeat(Math.max(MIN_FREE, this.#refused)), this.#size);
    } catch {
      throw unwritable();
    }
    this.#refused = 0;
    this.warn(`The simulator's state can be written to ${this.file.path} again.`);
  }

  #add(subject: unknown, encode: () => string): void {
    if (this.#restoring) return;
    this.#changes.set(subject, encode);
    queueMicrotask(() => {
      this.#flush();
    });
  }

  /** Writes pending changes. @returns `false` if the storage refused them; they are undone */
  #flush(): boolean {
    if (this.#changes.size === 0 || this.#closed) return true;
    const line = `[${Array.from(this.#changes.values(), (encode) => encode()).join()}]\n`;
    this.#changes.clear();
    try {
      this.#size = this.file.write(line, this.#size);
      return true;
    } catch (error) {
      this.#refused = Buffer.byteLength(line);
      this.warn(
        `The simulator's state cannot be written to ${this.file.path} (${String(error)}). Until it can, changes fail ` +
          'with 503 and reads continue.',
      );
      this.#restore(new PersistedState(this.file));
      return false;
    }
  }

  /** Replaces the state by the one in the file. */
  #restore(persisted: PersistedState): void {
    this.#restoring = true;
    try {
      this.state.clearRecords();
      persisted.restore(this.state);
    } finally {
      this.#restoring = false;
    }
  }

  *#listLines(): Generator<string> {
    yield HEADER;
    yield `[${JSON.stringify([IDENTITY, '', this.identity])}]\n`;
    yield `[${this.#encodeClock()}]\n`;
    for (const store of this.state.stores) {
      for (const record of store.values()) yield `[${this.#encode(record)}]\n`;
    }
  }

  readonly #encodeClock = () => JSON.stringify([CLOCK, '', this.state.clock.reading]);

  #encode(record: object): string {
    const reference = JSON.stringify(this.#references.get(record)).slice(1, -1);
    return `[${reference},${encodeRecord(record, (other) => this.#references.get(other))}]`;
  }
}

function unwritable(): SimulatorProblem {
  return new SimulatorProblem(
    'ServicoIndisponivel',
    'O simulador não consegue gravar o seu estado; nada foi alterado.',
  );
}

/** The first line of a state file: what it is, and the number of its format. */
export const HEADER = '["nestjs-pix simulator",2]\n';

/** Names under which a state file has its two values that are not records. No store has these names. */
const CLOCK = 'clock';
export const IDENTITY = 'identity';

/** The entry that removes all records. */
const CLEARED = ['*'] as const;

/** An entry of a line: a value by store and key, or without a value if it was removed. */
type Entry = readonly [store: string, key: string, value?: object];

/**
 * The content of a state file: the last value by store and key, in the order of their first appearance. Each line has the
 * entries of one committed change. What follows the last newline was never acknowledged and is ignored.
 */
export class PersistedState {
  readonly #stores = new Map<string, Map<string, object>>();
  #entries = 0;
  #torn = '';
  /** The position after the last committed line. */
  readonly size: number;

  /** @throws ConfigurationError if the file is damaged, or another program or version wrote it */
  constructor(file: StateFile) {
    let [number, torn, size] = [0, '', 0];
    for (const part of file.read()) {
      size += Buffer.byteLength(part);
      const lines = part.split('\n');
      lines[0] = torn + (lines[0] ?? '');
      torn = lines.pop() ?? '';
      for (const line of lines) this.#takeLine(line, (number += 1), file.path);
    }
    // The header is never torn: the first line is written before the file gets its name.
    if (number === 0 && torn !== '') throw foreignFile(file.path);
    this.#torn = torn;
    this.size = size - Buffer.byteLength(torn);
  }

  /** Whether most of the entries are in use, nothing follows them, and the file has this identity. */
  isCompact(identity: object | undefined): boolean {
    const used = Array.from(this.#stores.values(), ({ size }) => size).reduce((a, b) => a + b, 0);
    const isSame = JSON.stringify(this.find(IDENTITY)) === JSON.stringify(identity);
    return isSame && this.#torn === '' && this.size > 0 && this.#entries <= used * 1.25;
  }

  /** Finds a value that is not a record. */
  find(name: string): object | undefined {
    return this.#stores.get(name)?.get('');
  }

  /** Restores the clock and all records into an empty state, and plans their next steps. */
  restore(state: SimulatorState): void {
    state.clock.resume(this.find(CLOCK) as ClockReading | undefined);
    const stores = state.stores.map((store) => {
      const records = this.#stores.get(store.name) ?? new Map<string, object>();
      // Record classes have no `#private` fields, which this would not create.
      if (store.prototype !== undefined) {
        for (const record of records.values()) Object.setPrototypeOf(record, store.prototype);
      }
      return [store, records] as const;
    });
    for (const [, records] of stores) {
      for (const record of records.values()) {
        resolveReferences(record, ([store, key]) => this.#stores.get(store)?.get(key));
      }
    }
    for (const [store, records] of stores) {
      for (const record of records.values()) store.restore(record);
    }
    state.deliveries.resume();
    for (const [store] of stores) store.planAll();
  }

  #takeLine(line: string, number: number, path: string): void {
    if (number === 1) {
      if (`${line}\n` === HEADER) return;
      throw foreignFile(path);
    }
    try {
      for (const entry of JSON.parse(line) as Entry[]) this.#take(entry);
    } catch (cause) {
      throw new ConfigurationError(
        `${path} is damaged at line ${number}. Restore the folder, or start with another one.`,
        { cause },
      );
    }
  }

  #take([name, key, value]: Entry): void {
    this.#entries += 1;
    if (name === CLEARED[0]) {
      for (const store of this.#stores.keys()) if (store !== IDENTITY) this.#stores.delete(store);
      return;
    }
    let records = this.#stores.get(name);
    if (records === undefined) this.#stores.set(name, (records = new Map<string, object>()));
    if (value === undefined) records.delete(key);
    else records.set(key, value);
  }
}

function foreignFile(path: string): ConfigurationError {
  return new ConfigurationError(
    `${path} was not written by this version of the simulator. Use the one that wrote it, or start with another folder.`,
  );
}
