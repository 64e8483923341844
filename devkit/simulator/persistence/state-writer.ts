import { ConfigurationError } from 'nestjs-pix';
import type { SimulatorState } from '../domain/state.js';
import { SimulatorProblem } from '../families/problems.js';
import type { ClockReading } from '../kernel/clock.js';
import { encodeRecord, resolveReferences, type AnyRecordStore } from '../kernel/records.js';
import { unusable, warn, type StateFile } from './state-folder.js';

/** The first line of a state file: what it is, and the number of its format. */
export const HEADER = '["nestjs-pix simulator",3]\n';

/** Names under which a state file has its two values that are not records. No store has these names. */
const [CLOCK, IDENTITY] = ['clock', 'identity'];

/** After a failure, bytes that must fit into the storage before changes are accepted again. */
const MIN_FREE = 64 * 1024;

const REFUSED = 'O simulador não consegue gravar o seu estado; nada foi alterado.';

/**
 * Restores a state from a file, and appends every change to it before a response is sent: one line at the end of the
 * synchronous work, with each changed record once.
 *
 * If the storage refuses a line, the state is read from the file again, so that it has no change that is not in the file.
 * Until the storage accepts data again, every further change is refused with 503. Each refused change tries the storage
 * once.
 */
export class StateWriter {
  /** The store of each record, also of a removed one that another record has. */
  readonly #stores = new WeakMap<object, AnyRecordStore>();
  /** Writes the entries of the next line as JSON, by what they are about: a record, or a value by its name. */
  readonly #changes = new Map<unknown, () => string>();
  /** Whether changes are not written: during a restore, and after the end. */
  #isPaused = false;
  /** Whether the file has records that have been removed: it is written as a whole. */
  #isStale: boolean;
  /** Whether the storage refused the last line. */
  #isRefused = false;

  /**
   * Rewrites the file with each record once, unless nearly all of it is in use.
   *
   * @param state an empty state
   * @param persisted the content of the file
   * @param identity a value to keep with the records: certificates and credentials
   * @param warnOperator receives warnings
   * @throws ConfigurationError if the file cannot be restored or written; the `cause` is the error of the storage
   */
  constructor(
    private readonly state: SimulatorState,
    private readonly file: StateFile,
    private readonly identity?: object,
    persisted = new PersistedState(file),
    private readonly warnOperator = warn,
  ) {
    state.changes.subscribe(this);
    this.#isStale = !persisted.isCompact(identity);
    try {
      this.#restore(persisted);
      if (this.#isStale) this.#write();
    } catch (error) {
      throw unusable(file.path, error);
    }
    state.committer = this;
    state.clock.guard(this.#assertWritable);
    state.clock.onChange(() => {
      this.#add(CLOCK, this.#encodeClock);
    });
  }

  commit<T>(work: () => T): T {
    this.#assertWritable();
    const result = work();
    if (!this.#flush()) throw new SimulatorProblem('ServicoIndisponivel', REFUSED);
    return result;
  }

  changed(store: AnyRecordStore, record: object): void {
    this.#stores.set(record, store);
    this.#add(record, () => this.#encode(store, record));
  }

  removed(store: AnyRecordStore, record: object): void {
    this.#add(record, () => JSON.stringify([store.name, store.keyText(record)]));
  }

  cleared(): void {
    if (!this.#isPaused) this.#isStale = true;
    this.#add(CLOCK, this.#encodeClock);
  }

  /** Writes pending changes, and no later ones. */
  close(): void {
    this.#flush();
    this.#isPaused = true;
  }

  /** @throws SimulatorProblem `ServicoIndisponivel` while the storage refuses data */
  readonly #assertWritable = () => {
    if (!this.#isRefused) return;
    try {
      this.file.probe(MIN_FREE);
    } catch {
      throw new SimulatorProblem('ServicoIndisponivel', REFUSED);
    }
    this.#isRefused = false;
    this.warnOperator(`The simulator's state can be written to ${this.file.path} again.`);
  };

  #add(subject: unknown, encode: () => string): void {
    if (this.#isPaused) return;
    this.#changes.set(subject, encode);
    queueMicrotask(() => this.#flush());
  }

  /** Writes pending changes. @returns `false` if the storage refused them; they are undone */
  #flush(): boolean {
    if (this.#changes.size === 0) return true;
    try {
      this.#write();
      return true;
    } catch (error) {
      this.#isRefused = true;
      this.warnOperator(
        `The simulator's state cannot be written to ${this.file.path} (${String(error)}). Until it can, changes fail ` +
          'with 503 and reads continue.',
      );
      this.#restore(new PersistedState(this.file));
      return false;
    }
  }

  /** Replaces the state by the one in the file. */
  #restore(persisted: PersistedState): void {
    this.#isPaused = true;
    try {
      this.state.clearRecords();
      persisted.restore(this.state);
    } finally {
      this.#isPaused = false;
    }
  }

  #write(): void {
    const encoders = [...this.#changes.values()];
    this.#changes.clear();
    if (this.#isStale) this.file.replace(this.#listLines());
    else this.file.append(`[${encoders.map((encode) => encode()).join()}]\n`);
    this.#isStale = false;
  }

  *#listLines(): Generator<string> {
    yield `${HEADER}[${JSON.stringify([IDENTITY, '', this.identity])},${this.#encodeClock()}]\n`;
    for (const store of this.state.stores) {
      for (const record of store.values()) yield `[${this.#encode(store, record)}]\n`;
    }
  }

  readonly #encodeClock = () => JSON.stringify([CLOCK, '', this.state.clock.reading]);

  #encode(store: AnyRecordStore, record: object): string {
    const value = encodeRecord(record, (other) => {
      const owner = this.#stores.get(other);
      return owner && [owner.name, owner.keyText(other)];
    });
    return `["${store.name}",${JSON.stringify(store.keyText(record))},${value}]`;
  }
}

/** An entry of a line: a value by store and key, or without a value if it was removed. */
type Entry = readonly [store: string, key: string, value?: object];

/**
 * The content of a state file: the last value by store and key, in the order of their first appearance. Each line has the
 * entries of one committed change. What follows the last newline was never acknowledged and is ignored.
 */
export class PersistedState {
  readonly #stores = new Map<string, Map<string, object>>();
  #entries = 0;

  /** @throws ConfigurationError if the file is damaged, or another program or version wrote it */
  constructor(file: StateFile) {
    const bytes = file.read();
    const damaged = (what: string, cause?: unknown) =>
      new ConfigurationError(`${file.path} ${what}, or start with another folder.`, { cause });
    // The header is never torn: the first line is written before the file gets its name.
    if (bytes.length > 0 && bytes.indexOf(HEADER) !== 0) {
      throw damaged('was not written by this version of the simulator. Use the one that wrote it');
    }
    let [start, number] = [HEADER.length, 1];
    // The code of a newline: Buffer.indexOf() of a text takes five times as long.
    for (let end; (end = bytes.indexOf(10, start)) >= 0; start = end + 1) {
      number += 1;
      try {
        (JSON.parse(bytes.toString('utf8', start, end)) as Entry[]).forEach(this.#take);
      } catch (cause) {
        throw damaged(`is damaged at line ${number}. Restore the folder`, cause);
      }
    }
  }

  /** Certificates and credentials of an earlier start. */
  get identity(): object | undefined {
    return this.#find(IDENTITY, '');
  }

  /** Whether most of the entries are in use, and the file has this identity. */
  isCompact(identity: object | undefined): boolean {
    const used = Array.from(this.#stores.values(), ({ size }) => size).reduce((a, b) => a + b, 0);
    const isSame = JSON.stringify(this.identity) === JSON.stringify(identity);
    return isSame && this.#entries > 0 && this.#entries <= used * 1.25;
  }

  /** Restores the clock and all records into an empty state, and plans their next steps. */
  restore({ clock, deliveries, stores }: SimulatorState): void {
    clock.resume(this.#find(CLOCK, '') as ClockReading | undefined);
    const list = ({ name }: AnyRecordStore) => this.#stores.get(name)?.values() ?? [];
    for (const store of stores) {
      for (const record of list(store)) {
        // Record classes have no `#private` fields, which this would not create.
        if (store.prototype !== undefined) Object.setPrototypeOf(record, store.prototype);
        resolveReferences(record, ([name, key]) => this.#find(name, key));
      }
    }
    for (const store of stores) for (const record of list(store)) store.restore(record);
    deliveries.resume();
    for (const store of stores) store.planAll();
  }

  #find(store: string, key: string): object | undefined {
    return this.#stores.get(store)?.get(key);
  }

  readonly #take = ([name, key, value]: Entry) => {
    this.#entries += 1;
    let records = this.#stores.get(name);
    if (records === undefined) this.#stores.set(name, (records = new Map<string, object>()));
    if (value === undefined) records.delete(key);
    else records.set(key, value);
  };
}
