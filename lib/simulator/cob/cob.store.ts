import type { Changes } from '../store/changes.js';
import { TimeIndex } from '../store/time-index.js';
import type { CobRecord } from './cob.record.js';

/** Immediate charges by txid and by creation. */
export class CobStore {
  private readonly byTxid = new Map<string, CobRecord>();
  readonly byCreation = new TimeIndex<CobRecord>();

  constructor(private readonly changes: Changes) {}

  add(record: CobRecord): void {
    this.byTxid.set(record.txid, record);
    this.byCreation.add(record.criadoEm, record);
    this.changes.tell('cobs', record);
  }

  get(txid: string): CobRecord | undefined {
    return this.byTxid.get(txid);
  }

  clear(): void {
    this.byTxid.clear();
    this.byCreation.clear();
  }
}
