import type { Changes } from '../store/changes.js';
import type { SolicRecRecord } from './solicrec.record.js';

/** Requests to confirm recurrences, by identifier. */
export class SolicRecStore {
  private readonly byId = new Map<string, SolicRecRecord>();

  constructor(private readonly changes: Changes) {}

  add(request: SolicRecRecord): void {
    this.byId.set(request.idSolicRec, request);
    this.tell(request);
  }

  get(idSolicRec: string): SolicRecRecord | undefined {
    return this.byId.get(idSolicRec);
  }

  all(): IterableIterator<SolicRecRecord> {
    return this.byId.values();
  }

  /** Whoever altered a request says so. */
  tell(request: SolicRecRecord): void {
    this.changes.tell('solicRecs', request);
  }

  clear(): void {
    this.byId.clear();
  }
}
