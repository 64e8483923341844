import { idSolicRecParam } from '../path-params.js';
import type { PixOperation } from '../operation.js';
import { SolicRecRevisadaDto, SolicRecSolicitadaDto } from './solicrec.dto.js';
import type { SolicRecCompleta } from './solicrec.types.js';

/** Ask a payer to confirm a recurrence. */
const create: PixOperation<SolicRecSolicitadaDto, SolicRecCompleta> = {
  id: 'solicrec.create',
  family: 'solicrec',
  method: 'POST',
  path: '/solicrec',
  scope: 'solicrec.write',
  params: [],
  success: [201],
  requestBody: 'required',
  responseBody: 'json',
  body: SolicRecSolicitadaDto,
  repeat: 'duplicates',
};

/** Cancel a request. The specification answers this revision, unlike any other, with 201. */
const revise: PixOperation<SolicRecRevisadaDto, SolicRecCompleta> = {
  id: 'solicrec.revise',
  family: 'solicrec',
  method: 'PATCH',
  path: '/solicrec/{idSolicRec}',
  scope: 'solicrec.write',
  params: [idSolicRecParam],
  success: [201],
  requestBody: 'required',
  responseBody: 'json',
  body: SolicRecRevisadaDto,
  repeat: 'idempotent',
};

/** Read one request. */
const get: PixOperation<undefined, SolicRecCompleta> = {
  id: 'solicrec.get',
  family: 'solicrec',
  method: 'GET',
  path: '/solicrec/{idSolicRec}',
  scope: 'solicrec.read',
  params: [idSolicRecParam],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  repeat: 'safe',
};

/** Operations on requests to confirm a recurrence. */
export const solicrecOperations = { create, revise, get } as const;
