import type { AtPath, PixOperation } from '../operation.js';
import { ConsultaRevisaoDto } from '../shared/consulta.dto.js';
import { txidParam } from '../shared/path-params.js';
import { toPersonFilter } from '../shared/person-filter.js';
import { cobRecord } from '../shared/record-rules.js';
import { ParametrosConsultaCobDto } from './cob-consulta.dto.js';
import { CobRevisadaDto, CobSolicitadaDto } from './cob.dto.js';
import type { CobCompleta, CobGerada, CobsConsultadas } from './cob.types.js';

const chargePath = '/cob/{txid}';

/** Reads an immediate charge. */
const get: PixOperation<undefined, CobCompleta, ConsultaRevisaoDto> & AtPath<typeof chargePath> = {
  id: 'cob.get',
  family: 'cob',
  method: 'GET',
  path: chargePath,
  scope: 'cob.read',
  params: [txidParam],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  filter: ConsultaRevisaoDto,
  repeat: 'safe',
  identifier: { field: 'txid', param: 'txid' },
};

/** Reads one page of immediate charges. */
const list: PixOperation<undefined, CobsConsultadas, ParametrosConsultaCobDto> = {
  id: 'cob.list',
  family: 'cob',
  method: 'GET',
  path: '/cob',
  scope: 'cob.read',
  params: [],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  filter: ParametrosConsultaCobDto,
  items: 'cobs',
  repeat: 'safe',
};

/** Creates an immediate charge under an identifier that the provider chooses. */
const create: PixOperation<CobSolicitadaDto, CobGerada> = {
  id: 'cob.create',
  family: 'cob',
  method: 'POST',
  path: '/cob',
  scope: 'cob.write',
  params: [],
  success: [201],
  requestBody: 'required',
  responseBody: 'json',
  body: CobSolicitadaDto,
  repeat: 'duplicates',
  record: cobRecord,
  identifier: { field: 'txid' },
  candidates: {
    list,
    filter: ({ devedor }: CobSolicitadaDto) => toPersonFilter(devedor),
  },
};

/** Creates an immediate charge under a `txid` that the caller chooses. */
const createWithTxid: PixOperation<CobSolicitadaDto, CobGerada> & AtPath<typeof chargePath> = {
  id: 'cob.createWithTxid',
  family: 'cob',
  method: 'PUT',
  path: chargePath,
  scope: 'cob.write',
  params: [txidParam],
  success: [201],
  requestBody: 'required',
  responseBody: 'json',
  body: CobSolicitadaDto,
  repeat: 'identified',
  record: cobRecord,
  identifier: { field: 'txid', param: 'txid' },
  settle: { kind: 'create', read: get },
};

/** Revises or removes an immediate charge. */
const revise: PixOperation<CobRevisadaDto, CobGerada> & AtPath<typeof chargePath> = {
  id: 'cob.revise',
  family: 'cob',
  method: 'PATCH',
  path: chargePath,
  scope: 'cob.write',
  params: [txidParam],
  success: [200],
  requestBody: 'required',
  responseBody: 'json',
  body: CobRevisadaDto,
  repeat: 'idempotent',
  record: cobRecord,
  identifier: { field: 'txid', param: 'txid' },
  settle: { kind: 'change', read: get },
};

/** Operations on immediate charges (docs/interface.md#immediate-charges). */
export const cobOperations = { create, createWithTxid, revise, get, list } as const;
