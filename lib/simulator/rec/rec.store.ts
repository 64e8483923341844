import type { Changes } from '../store/changes.js';
import { TimeIndex } from '../store/time-index.js';
import type { RecRecord } from './rec.record.js';

/** Recurrences by identifier and by creation. */
export class RecStore {
  private readonly byId = new Map<string, RecRecord>();
  readonly byCreation = new TimeIndex<RecRecord>();

  constructor(private readonly changes: Changes) {}

  add(rec: RecRecord): void {
    this.byId.set(rec.idRec, rec);
    this.byCreation.add(rec.criadaEm, rec);
    this.tell(rec);
  }

  get(idRec: string): RecRecord | undefined {
    return this.byId.get(idRec);
  }

  /** Whoever altered a recurrence says so. */
  tell(rec: RecRecord): void {
    this.changes.tell('recs', rec);
  }

  /** The recurrence, where there is one of that identifier, is left without a location; its state stays. */
  leaveLocation(idRec = ''): void {
    const rec = this.get(idRec);
    if (rec === undefined) return;
    rec.locId = undefined;
    this.tell(rec);
  }

  clear(): void {
    this.byId.clear();
    this.byCreation.clear();
  }
}
