import { randomBytes } from 'node:crypto';
import type { TipoCob } from 'nestjs-pix';
import type { SimulatorClock } from '../../kernel/clock.js';
import type { RecordFeed } from '../../kernel/record-feed.js';
import { TimedRecordStore } from '../../kernel/record-store.js';
import type { LocationRecord, LocRecord, LocRecRecord } from './location.record.js';

interface LocationSettings {
  readonly name: string;
  readonly clock: SimulatorClock;
  /** Host and path of the addresses, without scheme. */
  readonly base: string;
}

/** Locations of one kind, with an index by the token at the end of their address. */
class LocationStore<Location extends LocationRecord> extends TimedRecordStore<Location, number> {
  readonly #byToken = new Map<string, Location>();
  #nextId = 1;

  constructor(
    feed: RecordFeed,
    protected readonly settings: LocationSettings,
  ) {
    super(feed, { name: settings.name, getKey: ({ id }) => id });
  }

  /** Finds a location by its address, or by the token at its end. */
  find(address: string): Location | undefined {
    const location = this.#byToken.get(readToken(address));
    return address.includes('/') && location?.location !== address ? undefined : location;
  }

  override clear(): void {
    super.clear();
    this.#byToken.clear();
    this.#nextId = 1;
  }

  protected override insert(location: Location): void {
    super.insert(location);
    this.#byToken.set(readToken(location.location), location);
    this.#nextId = Math.max(this.#nextId, location.id + 1);
  }

  /** Creates the common fields of a new location below a host and path. */
  protected next(base: string, createdAt = this.settings.clock.now()): LocationRecord {
    const token = randomBytes(16).toString('hex');
    return { id: this.#nextId, location: `${base}/${token}`, createdAt };
  }
}

/** The locations of charges. */
export class LocStore extends LocationStore<LocRecord> {
  /** @param createdAt Default: now */
  create(tipoCob: TipoCob, createdAt?: number): LocRecord {
    const { base } = this.settings;
    const next = this.next(tipoCob === 'cobv' ? `${base}/cobv` : base, createdAt);
    return this.add({ ...next, tipoCob, txid: undefined });
  }

  /** Links a charge to a location. `undefined` unlinks it. */
  show(loc: LocRecord, txid: string | undefined): void {
    this.update(loc, (draft) => {
      draft.txid = txid;
    });
  }
}

/** The locations of recurrences. */
export class LocRecStore extends LocationStore<LocRecRecord> {
  create(): LocRecRecord {
    return this.add({ ...this.next(`${this.settings.base}/rec`), idRec: undefined });
  }

  /** Links a recurrence to a location. `undefined` unlinks it. */
  show(loc: LocRecRecord, idRec: string | undefined): void {
    this.update(loc, (draft) => {
      draft.idRec = idRec;
    });
  }
}

function readToken(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1);
}
