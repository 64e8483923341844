import { valueAt, type PathValues, type PixOperation } from '../contract/index.js';

/** What a client knows about a record that it has received. */
export interface KnownRecord {
  /** The highest revision; `undefined` if the record has none. */
  readonly revision: number | undefined;
}

/** The number of records that a client remembers. */
const MOST = 1000;

/**
 * The records that a client has received last. A revision older than one of them comes from a
 * replica that lags behind, and proves nothing.
 */
export class KnownRecords {
  readonly #records = new Map<string, KnownRecord>();

  find(key: string | undefined): KnownRecord | undefined {
    return key === undefined ? undefined : this.#records.get(key);
  }

  add(key: string | undefined, record: object): void {
    if (key === undefined) return;
    const revision = getRevision(record);
    const known = this.#records.get(key)?.revision;
    this.#records.delete(key);
    this.#records.set(key, {
      revision: known !== undefined && !(Number(revision) > known) ? known : revision,
    });
    if (this.#records.size <= MOST) return;
    for (const oldest of this.#records.keys()) {
      this.#records.delete(oldest);
      return;
    }
  }
}

/**
 * Returns what identifies the record of an operation: its family and its path parameters, or the
 * identifier that the provider chose.
 *
 * @returns `undefined` if there is none
 */
export function recordKey(
  operation: PixOperation,
  params: PathValues = {},
  answer?: object,
): string | undefined {
  const { family, identifier, settle, items } = operation;
  if (items !== undefined || identifier === undefined) return undefined;
  const names = (settle?.read ?? operation).params;
  const values =
    names.length === 0 && answer
      ? [Reflect.get(answer, identifier.field) as unknown]
      : names.map(({ name }) => params[name]);
  return values.length === 0 ? undefined : `${family} ${values.join(' ')}`;
}

/** Returns the revision number of a record; `undefined` if it has none. */
export function getRevision(record: object): number | undefined {
  const revision = valueAt(record, ['revisao']);
  return typeof revision === 'number' ? revision : undefined;
}
