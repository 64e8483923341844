import type { SimulatorState } from '../domain/state/simulator-state.js';
import { encodeRecord, type RecordReference } from '../kernel/record-codec.js';
import type { AnyRecordStore, RecordListener } from '../kernel/record-feed.js';
import type { StateCommitter } from '../kernel/state-committer.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import { CLEARED, CLOCK, HEADER, IDENTITY, PersistedState } from './persisted-state.js';
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
   * Rewrites the file with each record once.
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
  ) {
    state.changes.subscribe(this);
    this.#restore();
    this.#size = file.replace(this.#listLines());
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
      this.#restore();
      return false;
    }
  }

  /** Replaces the state by the one in the file. */
  #restore(): void {
    const persisted = new PersistedState(this.file);
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
  return new SimulatorProblem('ServicoIndisponivel', {
    detail: 'O simulador não consegue gravar o seu estado; nada foi alterado.',
  });
}
