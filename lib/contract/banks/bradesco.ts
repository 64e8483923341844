import { CobSolicitadaDto } from '../cob/cob.dto.js';
import type { CobGerada } from '../cob/cob.types.js';
import { CobVSolicitadaDto } from '../cobv/cobv.dto.js';
import type { CobVGerada } from '../cobv/cobv.types.js';
import { act, json } from '../operation.js';
import { txidParam } from '../path.js';

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

// The response of these operations has another form than the record that a read returns, so that a read cannot replace
// a lost response: they are sent once.
const cob = { family: 'cob', body: CobSolicitadaDto, returns: json<BradescoCobEmv>() } as const;
const created = { success: [201], providers: ['bradesco'] } as const;

/** Operations that only Bradesco offers. */
export const bradescoOperations = {
  /** Creates an immediate charge under an identifier that the bank chooses, with its BR Code. */
  createCobEmv: act({
    ...cob,
    ...created,
    id: 'bradesco.createCobEmv',
    method: 'POST',
    path: '/cob-emv',
  }),

  /** Creates an immediate charge under a `txid` that the caller chooses, with its BR Code. */
  createCobEmvWithTxid: act({
    ...cob,
    ...created,
    id: 'bradesco.createCobEmvWithTxid',
    method: 'PUT',
    path: '/cob-emv/{txid}',
    params: [txidParam],
  }),

  /** Creates a due-date charge under a `txid` that the caller chooses, with its BR Code. */
  createCobVEmv: act({
    ...created,
    id: 'bradesco.createCobVEmv',
    family: 'cobv',
    method: 'PUT',
    path: '/cobv-emv/{txid}',
    params: [txidParam],
    body: CobVSolicitadaDto,
    returns: json<BradescoCobVEmv>(),
  }),
} as const;
