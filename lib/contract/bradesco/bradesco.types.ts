import type { CobGerada } from '../cob/cob.types.js';
import type { CobVGerada } from '../cobv/cobv.types.js';

/** A BR Code in a response of Bradesco. */
interface BradescoEmv {
  /** BR Code of the charge. */
  emv: string;
  /** PNG image of the QR code in base64. */
  base64?: string;
}

/** A created immediate charge with its BR Code at Bradesco. */
export interface BradescoCobEmv extends BradescoEmv {
  /** The charge. */
  cob: CobGerada;
}

/** A created due-date charge with its BR Code at Bradesco. */
export interface BradescoCobVEmv extends BradescoEmv {
  /** The charge. */
  cobv: CobVGerada;
}
