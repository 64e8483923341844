import { ID_REC, ID_REC_RULE } from '../../values/index.js';
import type { AtPath, PixOperation } from '../operation.js';
import { matching } from '../path-param.js';
import type { SolicRecCompleta } from '../rec/rec-solicitacao.types.js';
import { recOperations } from '../rec/rec.operations.js';
import { solicRecRecord } from '../shared/record-rules.js';
import { SolicRecRevisadaDto, SolicRecSolicitadaDto } from './solicrec.dto.js';

const requestPath = '/solicrec/{idSolicRec}';

/** Identifier of a request to confirm a recurrence: BCB schema `SolicRecId`. */
const idSolicRecParam = matching('idSolicRec', ID_REC, ID_REC_RULE);

/** Reads a request to confirm. */
const get: PixOperation<undefined, SolicRecCompleta> & AtPath<typeof requestPath> = {
  id: 'solicrec.get',
  family: 'solicrec',
  method: 'GET',
  path: requestPath,
  scope: 'solicrec.read',
  params: [idSolicRecParam],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  repeat: 'safe',
  identifier: { field: 'idSolicRec', param: 'idSolicRec' },
};

/** Requests the payer's confirmation of a recurrence. */
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
  record: solicRecRecord,
  identifier: { field: 'idSolicRec' },
  candidates: {
    within: recOperations.get,
    params: ({ idRec }: SolicRecSolicitadaDto) => ({ idRec }),
    field: 'solicitacao',
  },
};

/** Cancels a request to confirm. Unlike other revisions, the specification answers it with 201. */
const revise: PixOperation<SolicRecRevisadaDto, SolicRecCompleta> & AtPath<typeof requestPath> = {
  id: 'solicrec.revise',
  family: 'solicrec',
  method: 'PATCH',
  path: requestPath,
  scope: 'solicrec.write',
  params: [idSolicRecParam],
  success: [201],
  requestBody: 'required',
  responseBody: 'json',
  body: SolicRecRevisadaDto,
  repeat: 'idempotent',
  record: solicRecRecord,
  identifier: { field: 'idSolicRec', param: 'idSolicRec' },
  settle: { kind: 'change', read: get },
};

/** Operations on requests to confirm a recurrence. */
export const solicrecOperations = { create, revise, get } as const;
