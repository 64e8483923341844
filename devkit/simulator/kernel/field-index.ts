import { TimeIndex } from './time-index.js';

/** How fields of a record are read, by their names. They depend on nothing that changes without an update of it. */
export type FieldReaders<R> = Readonly<Record<string, (record: R) => unknown>>;

/** Records by the values of some of their fields: a filter for these fields visits no other record. */
export class FieldIndex<R extends { readonly createdAt: number }> {
  /** By the value of the only field, or the JSON of several. */
  readonly #groups = new Map<unknown, TimeIndex<R>>();

  constructor(
    private readonly readers: readonly ((record: R) => unknown)[],
    private readonly byCreation: TimeIndex<R>,
  ) {
    for (const record of byCreation.all()) this.add(record);
  }

  /** Finds the records that have these values, in the order of the readers. */
  find(values: readonly unknown[]): TimeIndex<R> {
    return this.#groups.get(toKey(values)) ?? new TimeIndex();
  }

  add(record: R): void {
    this.#findGroup(record).add(record.createdAt, record);
  }

  remove(record: R): void {
    this.#findGroup(record).remove(record.createdAt, record);
  }

  /** Is called before the values of a record change. @returns what to call afterwards */
  startMove(record: R): () => void {
    const before = this.#findGroup(record);
    return () => {
      const after = this.#findGroup(record);
      if (after === before) return;
      before.remove(record.createdAt, record);
      after.addLike(this.byCreation, record.createdAt, record);
    };
  }

  #findGroup(record: R): TimeIndex<R> {
    const key = toKey(this.readers.map((read) => read(record)));
    let group = this.#groups.get(key);
    if (group === undefined) this.#groups.set(key, (group = new TimeIndex()));
    return group;
  }
}

const toKey = (values: readonly unknown[]) =>
  values.length === 1 ? values[0] : JSON.stringify(values);
