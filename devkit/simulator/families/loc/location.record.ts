import type { TipoCob } from 'nestjs-pix';
import type { TimedRecord } from '../../kernel/draft.js';

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
