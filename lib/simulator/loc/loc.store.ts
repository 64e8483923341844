import { randomBytes } from 'node:crypto';
import type { TipoCob } from '../../contract/loc/loc.types.js';
import type { SimulatorClock } from '../clock.js';
import type { Changes } from '../store/changes.js';
import { TimeIndex } from '../store/time-index.js';

/** An address that a payer's application reads a charge from. */
export interface LocRecord {
  readonly id: number;
  /** Without a scheme, at most 77 characters, as it goes into a BR Code. */
  readonly location: string;
  readonly tipoCob: TipoCob;
  /** Milliseconds since the epoch, by the simulator's clock. */
  readonly criadaEm: number;
  /** The charge that it shows now. */
  txid: string | undefined;
}

/** The locations given out. */
export class LocStore {
  private readonly byId = new Map<number, LocRecord>();
  readonly byCreation = new TimeIndex<LocRecord>();
  private nextId = 1;

  constructor(
    private readonly clock: SimulatorClock,
    /** Host and path below which the addresses lie. */
    private readonly base: string,
    private readonly changes: Changes,
  ) {}

  create(tipoCob: TipoCob): LocRecord {
    const token = randomBytes(16).toString('hex');
    const loc: LocRecord = {
      id: this.nextId++,
      location: `${this.base}/${tipoCob === 'cobv' ? 'cobv/' : ''}${token}`,
      tipoCob,
      criadaEm: this.clock.now(),
      txid: undefined,
    };
    this.byId.set(loc.id, loc);
    this.byCreation.add(loc.criadaEm, loc);
    this.changes.tell('locs', loc);
    return loc;
  }

  get(id: number): LocRecord | undefined {
    return this.byId.get(id);
  }

  clear(): void {
    this.byId.clear();
    this.byCreation.clear();
    this.nextId = 1;
  }
}
