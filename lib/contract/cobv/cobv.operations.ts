import type { AtPath, PixOperation } from '../operation.js';
import { ConsultaRevisaoDto } from '../shared/consulta.dto.js';
import { txidParam } from '../shared/path-params.js';
import { cobvRecord } from '../shared/record-rules.js';
import { ParametrosConsultaCobVDto } from './cobv-consulta.dto.js';
import { CobVRevisadaDto, CobVSolicitadaDto } from './cobv.dto.js';
import type { CobVCompleta, CobVGerada, CobsVConsultadas } from './cobv.types.js';

const chargePath = '/cobv/{txid}';

/** Reads a due-date charge. */
const get: PixOperation<undefined, CobVCompleta, ConsultaRevisaoDto> & AtPath<typeof chargePath> = {
  id: 'cobv.get',
  family: 'cobv',
  method: 'GET',
  path: chargePath,
  scope: 'cobv.read',
  params: [txidParam],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  filter: ConsultaRevisaoDto,
  repeat: 'safe',
  identifier: { field: 'txid', param: 'txid' },
};

/** Creates a due-date charge under a `txid` that the caller chooses. */
const createWithTxid: PixOperation<CobVSolicitadaDto, CobVGerada> & AtPath<typeof chargePath> = {
  id: 'cobv.createWithTxid',
  family: 'cobv',
  method: 'PUT',
  path: chargePath,
  scope: 'cobv.write',
  params: [txidParam],
  success: [201],
  requestBody: 'required',
  responseBody: 'json',
  body: CobVSolicitadaDto,
  repeat: 'identified',
  record: cobvRecord,
  identifier: { field: 'txid', param: 'txid' },
  settle: { kind: 'create', read: get },
};

/** Revises or removes a due-date charge. */
const revise: PixOperation<CobVRevisadaDto, CobVGerada> & AtPath<typeof chargePath> = {
  id: 'cobv.revise',
  family: 'cobv',
  method: 'PATCH',
  path: chargePath,
  scope: 'cobv.write',
  params: [txidParam],
  success: [200],
  requestBody: 'required',
  responseBody: 'json',
  body: CobVRevisadaDto,
  repeat: 'idempotent',
  record: cobvRecord,
  identifier: { field: 'txid', param: 'txid' },
  settle: { kind: 'change', read: get },
};

/** Reads one page of due-date charges. */
const list: PixOperation<undefined, CobsVConsultadas, ParametrosConsultaCobVDto> = {
  id: 'cobv.list',
  family: 'cobv',
  method: 'GET',
  path: '/cobv',
  scope: 'cobv.read',
  params: [],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  filter: ParametrosConsultaCobVDto,
  items: 'cobs',
  repeat: 'safe',
};

/** Operations on due-date charges. */
export const cobvOperations = { createWithTxid, revise, get, list } as const;
