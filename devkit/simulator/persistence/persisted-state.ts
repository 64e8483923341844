import { ConfigurationError } from 'nestjs-pix';
import type { SimulatorState } from '../domain/state/simulator-state.js';
import type { ClockReading } from '../kernel/clock.js';
import { resolveReferences } from '../kernel/record-codec.js';
import type { StateFile } from './state-file.js';

/** The first line of a state file: what it is, and the number of its format. */
export const HEADER = '["nestjs-pix simulator",2]\n';

/** Names under which a state file has its two values that are not records. No store has these names. */
export const CLOCK = 'clock';
export const IDENTITY = 'identity';

/** The entry that removes all records. */
export const CLEARED = ['*'] as const;

/** An entry of a line: a value by store and key, or without a value if it was removed. */
type Entry = readonly [store: string, key: string, value?: object];

const NEWLINE = 10;

/**
 * The content of a state file: the last value by store and key, in the order of their first appearance. Each line has the
 * entries of one committed change. What follows the last newline was never acknowledged and is ignored.
 */
export class PersistedState {
  readonly #stores = new Map<string, Map<string, object>>();

  /** @throws ConfigurationError if the file is damaged, or another program or version wrote it */
  constructor(file: StateFile) {
    let rest = Buffer.alloc(0);
    let number = 0;
    for (const piece of file.read()) {
      const bytes = Buffer.concat([rest, piece]);
      let start = 0;
      for (let end = bytes.indexOf(NEWLINE, rest.length); end >= 0;) {
        number += 1;
        this.#takeLine(bytes.toString('utf8', start, end), number, file.path);
        start = end + 1;
        end = bytes.indexOf(NEWLINE, start);
      }
      rest = bytes.subarray(start);
    }
    // The header is never torn: the first line is written before the file gets its name.
    if (number === 0 && rest.length > 0) throw foreignFile(file.path);
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
