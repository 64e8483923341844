import type { TipoCob } from '../../../contract/loc/loc.types.js';
import type { TimedRecord } from '../../kernel/draft.js';

/** An address that a payer's application reads a payload from. */
export interface LocationRecord extends TimedRecord {
  readonly id: number;
  /** Without a scheme, at most 77 characters, as it goes into a BR Code. */
  readonly location: string;
}

/** The location of a charge. */
export interface LocRecord extends LocationRecord {
  readonly tipoCob: TipoCob;
  /** The charge that it shows; `undefined` when it shows none. */
  readonly txid: string | undefined;
}

/** The location of a recurrence. */
export interface LocRecRecord extends LocationRecord {
  /** The recurrence that it shows; `undefined` when it shows none. */
  readonly idRec: string | undefined;
}
