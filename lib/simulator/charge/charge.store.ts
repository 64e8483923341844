import type { LocRecord } from '../loc/loc.store.js';
import type { Changes } from '../store/changes.js';
import { TimeIndex } from '../store/time-index.js';

interface Stored {
  readonly txid: string;
  readonly criadoEm: number;
  loc: LocRecord | undefined;
}

/** Charges of one kind by txid and by creation. */
export class ChargeStore<Charge extends Stored> {
  private readonly byTxid = new Map<string, Charge>();
  readonly byCreation = new TimeIndex<Charge>();

  constructor(
    /** The store's property of `SimulatorState`, by which its changes are told. */
    private readonly name: string,
    private readonly changes: Changes,
  ) {}

  add(record: Charge): void {
    this.byTxid.set(record.txid, record);
    this.byCreation.add(record.criadoEm, record);
    this.tell(record);
  }

  get(txid: string): Charge | undefined {
    return this.byTxid.get(txid);
  }

  /** Whoever altered a charge says so. */
  tell(record: Charge): void {
    this.changes.tell(this.name, record);
  }

  /** The same, by txid. */
  touch(txid: string): void {
    const record = this.get(txid);
    if (record !== undefined) this.tell(record);
  }

  /** The charge, where there is one of that txid, is left without a location; its state stays. */
  leaveLocation(txid = ''): void {
    const record = this.get(txid);
    if (record === undefined) return;
    record.loc = undefined;
    this.tell(record);
  }

  clear(): void {
    this.byTxid.clear();
    this.byCreation.clear();
  }
}
