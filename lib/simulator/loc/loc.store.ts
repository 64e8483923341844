import type { TipoCob } from '../../contract/loc/loc.types.js';
import type { SimulatorClock } from '../clock.js';
import type { Changes } from '../store/changes.js';
import { LocationStore } from './location.store.js';
import type { LocationRecord } from './location.store.js';

/** An address that a payer's application reads a charge from. */
export interface LocRecord extends LocationRecord {
  readonly tipoCob: TipoCob;
  /** The charge that it shows now. */
  txid: string | undefined;
}

/** The locations of charges. */
export class LocStore extends LocationStore<LocRecord> {
  constructor(
    clock: SimulatorClock,
    /** Host and path below which the addresses lie. */
    private readonly base: string,
    changes: Changes,
  ) {
    super('locs', clock, changes);
  }

  /** @param criadaEm default: now */
  create(tipoCob: TipoCob, criadaEm?: number): LocRecord {
    const base = tipoCob === 'cobv' ? `${this.base}/cobv` : this.base;
    const loc: LocRecord = { ...this.next(base, criadaEm), tipoCob, txid: undefined };
    this.add(loc);
    return loc;
  }

  /** Shows a charge, or none, at a location. */
  show(loc: LocRecord, txid: string | undefined): void {
    loc.txid = txid;
    this.tell(loc);
  }
}
