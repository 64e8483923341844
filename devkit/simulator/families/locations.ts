import { randomUUID } from 'node:crypto';
import type { TipoCob } from 'nestjs-pix';
import type { SimulatorClock } from '../kernel/clock.js';
import { TimedRecordStore, type RecordFeed, type TimedRecord } from '../kernel/records.js';
import {
  consultaInvalida,
  naoEncontrado,
  operacaoInvalida,
  type SimulatorFamily,
} from './family.js';

/** An address from which a payer's application reads a payload. */
export interface LocationRecord extends TimedRecord {
  readonly id: number;
  /** Address without scheme, at most 77 characters, as it is encoded in a BR Code. */
  readonly location: string;
}

/** The location of a charge. */
export interface LocRecord extends LocationRecord {
  readonly tipoCob: TipoCob;
  /** Txid of the linked charge, if any. */
  readonly txid: string | undefined;
}

/** The location of a recurrence. */
export interface LocRecRecord extends LocationRecord {
  /** Identifier of the linked recurrence, if any. */
  readonly idRec: string | undefined;
}

export interface LocationSettings {
  readonly name: string;
  readonly clock: SimulatorClock;
  /** Host and path of the addresses, without scheme. */
  readonly base: string;
}

/** Locations of one kind, with an index by the token at the end of their address. */
export class LocationStore<Location extends LocationRecord> extends TimedRecordStore<
  Location,
  number
> {
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
    const token = randomUUID().replaceAll('-', '');
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

/** Locations of charges: error types and records. */
export const locFamily = {
  root: 'loc',
  problems: {
    PayloadLocationNaoEncontrado: naoEncontrado('Não há location com o id informado.'),
    PayloadLocationOperacaoInvalida: operacaoInvalida(
      'Location inválida.',
      'A criação da location não respeita o formato.',
    ),
    PayloadLocationConsultaInvalida: consultaInvalida('locations'),
  },
  naoEncontrado: 'PayloadLocationNaoEncontrado',
  operacaoInvalida: 'PayloadLocationOperacaoInvalida',
  consultaInvalida: 'PayloadLocationConsultaInvalida',
  stores: {
    locs: ({ name, changes, clock, locationBase: base }) =>
      new LocStore(changes, { name, clock, base }),
  },
} as const satisfies SimulatorFamily;

/** Locations of recurrences: error types and records. */
export const locrecFamily = {
  root: 'locrec',
  problems: {
    PayloadLocationRecNaoEncontrado: naoEncontrado(
      'Não há location de recorrência com o id informado.',
    ),
    PayloadLocationRecConsultaInvalida: consultaInvalida('locations de recorrências'),
  },
  naoEncontrado: 'PayloadLocationRecNaoEncontrado',
  operacaoInvalida: 'RequisicaoInvalida',
  consultaInvalida: 'PayloadLocationRecConsultaInvalida',
  stores: {
    locRecs: ({ name, changes, clock, locationBase: base }) =>
      new LocRecStore(changes, { name, clock, base }),
  },
} as const satisfies SimulatorFamily;
