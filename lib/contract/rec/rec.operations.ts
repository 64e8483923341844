import { ID_REC, ID_REC_RULE } from '../../values/index.js';
import type { AtPath, PixOperation } from '../operation.js';
import { matching } from '../path-param.js';
import { toPersonFilter } from '../shared/person-filter.js';
import { recRecord } from '../shared/record-rules.js';
import { ConsultaRecDto, ParametrosConsultaRecDto } from './rec-consulta.dto.js';
import { RecRevisadaDto } from './rec-revisada.dto.js';
import { RecSolicitadaDto } from './rec.dto.js';
import type { RecCompleta, RecGerada, RecsConsultadas } from './rec.types.js';

const recPath = '/rec/{idRec}';

/** Identifier of a recurrence in a path: BCB schema `RecId`. */
export const idRecParam = matching('idRec', ID_REC, ID_REC_RULE);

/** Reads a recurrence, with the QR code of the charge that `txid` names. */
const get: PixOperation<undefined, RecCompleta, ConsultaRecDto> & AtPath<typeof recPath> = {
  id: 'rec.get',
  family: 'rec',
  method: 'GET',
  path: recPath,
  scope: 'rec.read',
  params: [idRecParam],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  filter: ConsultaRecDto,
  repeat: 'safe',
  identifier: { field: 'idRec', param: 'idRec' },
};

/** Reads one page of recurrences. */
const list: PixOperation<undefined, RecsConsultadas, ParametrosConsultaRecDto> = {
  id: 'rec.list',
  family: 'rec',
  method: 'GET',
  path: '/rec',
  scope: 'rec.read',
  params: [],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  filter: ParametrosConsultaRecDto,
  items: 'recs',
  repeat: 'safe',
};

/** Creates a recurrence. */
const create: PixOperation<RecSolicitadaDto, RecGerada> = {
  id: 'rec.create',
  family: 'rec',
  method: 'POST',
  path: '/rec',
  scope: 'rec.write',
  params: [],
  success: [201],
  requestBody: 'required',
  responseBody: 'json',
  body: RecSolicitadaDto,
  repeat: 'duplicates',
  record: recRecord,
  identifier: { field: 'idRec' },
  candidates: {
    list,
    filter: ({ vinculo }: RecSolicitadaDto) => toPersonFilter(vinculo.devedor),
  },
};

/** Revises or cancels a recurrence. */
const revise: PixOperation<RecRevisadaDto, RecGerada> & AtPath<typeof recPath> = {
  id: 'rec.revise',
  family: 'rec',
  method: 'PATCH',
  path: recPath,
  scope: 'rec.write',
  params: [idRecParam],
  success: [200],
  requestBody: 'required',
  responseBody: 'json',
  body: RecRevisadaDto,
  repeat: 'idempotent',
  record: recRecord,
  identifier: { field: 'idRec', param: 'idRec' },
  settle: { kind: 'change', read: get },
};

/** Operations on recurrences. */
export const recOperations = { create, revise, get, list } as const;
