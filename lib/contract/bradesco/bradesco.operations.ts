import { CobSolicitadaDto } from '../cob/cob.dto.js';
import { CobVSolicitadaDto } from '../cobv/cobv.dto.js';
import type { PixOperation } from '../operation.js';
import { txidParam } from '../shared/path-params.js';
import type { BradescoCobEmv, BradescoCobVEmv } from './bradesco.types.js';

// The response of these operations has another form than the record that a read returns, so that a read cannot replace
// a lost response: they are sent once.

/** Creates an immediate charge under an identifier that the bank chooses, with its BR Code. */
const createCobEmv: PixOperation<CobSolicitadaDto, BradescoCobEmv> = {
  id: 'bradesco.createCobEmv',
  family: 'cob',
  method: 'POST',
  path: '/cob-emv',
  scope: 'cob.write',
  params: [],
  success: [201],
  requestBody: 'required',
  responseBody: 'json',
  body: CobSolicitadaDto,
  repeat: 'duplicates',
  providers: ['bradesco'],
};

/** Creates an immediate charge under a `txid` that the caller chooses, with its BR Code. */
const createCobEmvWithTxid: PixOperation<CobSolicitadaDto, BradescoCobEmv> = {
  ...createCobEmv,
  id: 'bradesco.createCobEmvWithTxid',
  method: 'PUT',
  path: '/cob-emv/{txid}',
  params: [txidParam],
};

/** Creates a due-date charge under a `txid` that the caller chooses, with its BR Code. */
const createCobVEmv: PixOperation<CobVSolicitadaDto, BradescoCobVEmv> = {
  id: 'bradesco.createCobVEmv',
  family: 'cobv',
  method: 'PUT',
  path: '/cobv-emv/{txid}',
  scope: 'cobv.write',
  params: [txidParam],
  success: [201],
  requestBody: 'required',
  responseBody: 'json',
  body: CobVSolicitadaDto,
  repeat: 'duplicates',
  providers: ['bradesco'],
};

/** Operations that only Bradesco offers. */
export const bradescoOperations = { createCobEmv, createCobEmvWithTxid, createCobVEmv } as const;
