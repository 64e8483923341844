import type { RecordFeed } from '../../kernel/record-feed.js';
import { TimedRecordStore } from '../../kernel/record-store.js';
import type { CobRRecord } from './cobr.record.js';

/** Recurring charges, with an index by recurrence. */
export class CobRStore extends TimedRecordStore<CobRRecord> {
  readonly #byRec = new Map<string, CobRRecord[]>();

  constructor(feed: RecordFeed, name: string) {
    super(feed, { name, getKey: ({ txid }) => txid });
  }

  /** Lists the charges of a recurrence, oldest first. */
  listByRec(idRec: string): readonly CobRRecord[] {
    return this.#byRec.get(idRec) ?? [];
  }

  override clear(): void {
    super.clear();
    this.#byRec.clear();
  }

  protected override insert(cobr: CobRRecord): void {
    super.insert(cobr);
    this.#byRec.set(cobr.idRec, [...this.listByRec(cobr.idRec), cobr]);
  }
}
