import type { SimulatorClock } from '../clock.js';
import { LocationStore } from '../loc/location.store.js';
import type { LocationRecord } from '../loc/location.store.js';
import type { Changes } from '../store/changes.js';

/** An address that a payer's application reads a recurrence from. */
export interface LocRecRecord extends LocationRecord {
  /** The recurrence that it shows now. */
  idRec: string | undefined;
}

/** The locations of recurrences. */
export class LocRecStore extends LocationStore<LocRecRecord> {
  constructor(
    clock: SimulatorClock,
    /** Host and path below which the addresses lie. */
    private readonly base: string,
    changes: Changes,
  ) {
    super('locRecs', clock, changes);
  }

  create(): LocRecRecord {
    const loc: LocRecRecord = { ...this.next(`${this.base}/rec`), idRec: undefined };
    this.add(loc);
    return loc;
  }

  /** Shows a recurrence, or none, at a location. */
  show(loc: LocRecRecord, idRec: string | undefined): void {
    loc.idRec = idRec;
    this.tell(loc);
  }
}
