import type { Changes } from '../store/changes.js';
import { TimeIndex } from '../store/time-index.js';
import type { CobRRecord } from './cobr.record.js';

/** Recurring charges by txid, by recurrence and by creation. */
export class CobRStore {
  private readonly byTxid = new Map<string, CobRRecord>();
  private readonly byRec = new Map<string, CobRRecord[]>();
  readonly byCreation = new TimeIndex<CobRRecord>();

  constructor(private readonly changes: Changes) {}

  add(cobr: CobRRecord): void {
    this.byTxid.set(cobr.txid, cobr);
    this.byRec.set(cobr.idRec, [...this.ofRec(cobr.idRec), cobr]);
    this.byCreation.add(cobr.criadaEm, cobr);
    this.tell(cobr);
  }

  get(txid: string): CobRRecord | undefined {
    return this.byTxid.get(txid);
  }

  /** The charges of a recurrence, the oldest first. */
  ofRec(idRec: string): readonly CobRRecord[] {
    return this.byRec.get(idRec) ?? [];
  }

  /** Whoever altered a charge says so. */
  tell(cobr: CobRRecord): void {
    this.changes.tell('cobrs', cobr);
  }

  clear(): void {
    this.byTxid.clear();
    this.byRec.clear();
    this.byCreation.clear();
  }
}
