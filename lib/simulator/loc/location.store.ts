import { randomBytes } from 'node:crypto';
import type { SimulatorClock } from '../clock.js';
import type { Changes } from '../store/changes.js';
import { TimeIndex } from '../store/time-index.js';

/** An address that a payer's application reads something from. */
export interface LocationRecord {
  readonly id: number;
  /** Without a scheme, at most 77 characters, as it goes into a BR Code. */
  readonly location: string;
  /** Milliseconds since the epoch, by the simulator's clock. */
  readonly criadaEm: number;
}

/** The locations of one kind given out, by id, by the token that ends them and by creation. */
export class LocationStore<Location extends LocationRecord> {
  private readonly byId = new Map<number, Location>();
  private readonly byToken = new Map<string, Location>();
  readonly byCreation = new TimeIndex<Location>();
  private nextId = 1;

  constructor(
    /** The store's property of `SimulatorState`, by which its changes are told. */
    private readonly name: string,
    private readonly clock: SimulatorClock,
    private readonly changes: Changes,
  ) {}

  /** Adds one that was given out before, or a new one. */
  add(location: Location): void {
    this.byId.set(location.id, location);
    this.byToken.set(tokenOf(location.location), location);
    this.byCreation.add(location.criadaEm, location);
    this.nextId = Math.max(this.nextId, location.id + 1);
    this.tell(location);
  }

  get(id: number): Location | undefined {
    return this.byId.get(id);
  }

  /** By its address, or by the token that ends it. */
  find(address: string): Location | undefined {
    const location = this.byToken.get(tokenOf(address));
    return address.includes('/') && location?.location !== address ? undefined : location;
  }

  /** Whoever altered a location says so. */
  tell(location: Location): void {
    this.changes.tell(this.name, location);
  }

  clear(): void {
    this.byId.clear();
    this.byToken.clear();
    this.byCreation.clear();
    this.nextId = 1;
  }

  /** What a new location begins with, below the host and path given. */
  protected next(base: string, criadaEm = this.clock.now()): LocationRecord {
    const token = randomBytes(16).toString('hex');
    return { id: this.nextId, location: `${base}/${token}`, criadaEm };
  }
}

function tokenOf(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1);
}
