import { ID_REC } from '../../values/index.js';
import type { PixLifecycle, PixOperation } from '../operation.js';
import { matching } from '../path-param.js';
import { toPersonFilter } from '../shared/person-filter.js';
import { ConsultaRecDto, ParametrosConsultaRecDto } from './rec-consulta.dto.js';
import { RecRevisadaDto } from './rec-revisada.dto.js';
import { RecSolicitadaDto } from './rec.dto.js';
import type { RecCompleta, RecGerada, RecsConsultadas } from './rec.types.js';

/** Identifier of a recurrence: BCB schema `RecId`. */
/** Identifier of a recurrence in a path. */
export const idRecParam = matching('idRec', ID_REC, 'deve ter 29 letras ou dígitos');

/** Statuses of a recurrence (BCB schema `RecStatus`). */
const recLifecycle: PixLifecycle = {
  open: ['CRIADA', 'APROVADA'],
  fulfilled: [],
  ended: ['REJEITADA', 'EXPIRADA', 'CANCELADA'],
};

/** Reads a recurrence, with the QR code of the charge that `txid` names. */
const get: PixOperation<undefined, RecCompleta, ConsultaRecDto> = {
  id: 'rec.get',
  family: 'rec',
  method: 'GET',
  path: '/rec/{idRec}',
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
  identifier: { field: 'idRec' },
  candidates: {
    list,
    filter: ({ vinculo }: RecSolicitadaDto) => toPersonFilter(vinculo.devedor),
    lifecycle: recLifecycle,
  },
};

/** Revises or cancels a recurrence. */
const revise: PixOperation<RecRevisadaDto, RecGerada> = {
  id: 'rec.revise',
  family: 'rec',
  method: 'PATCH',
  path: '/rec/{idRec}',
  scope: 'rec.write',
  params: [idRecParam],
  success: [200],
  requestBody: 'required',
  responseBody: 'json',
  body: RecRevisadaDto,
  repeat: 'idempotent',
  identifier: { field: 'idRec', param: 'idRec' },
  settle: {
    kind: 'change',
    read: get,
    lifecycle: recLifecycle,
    whenAbsent: 'send-again',
    whenDifferent: 'send-again',
  },
};

/** Operations on recurrences. */
export const recOperations = { create, revise, get, list } as const;
