import { dataParam, txidParam } from '../path-params.js';
import type { PixOperation } from '../operation.js';
import { ParametrosConsultaCobRDto } from './cobr-consulta.dto.js';
import { CobRSolicitadaDto, CobRStatusRevisadaDto } from './cobr.dto.js';
import type {
  CobRComTentativas,
  CobRCompleta,
  CobRGerada,
  CobsRConsultadas,
} from './cobr.types.js';

/** Create a recurring charge under an identifier that the provider chooses. */
const create: PixOperation<CobRSolicitadaDto, CobRGerada> = {
  id: 'cobr.create',
  family: 'cobr',
  method: 'POST',
  path: '/cobr',
  scope: 'cobr.write',
  params: [],
  success: [201],
  requestBody: 'required',
  responseBody: 'json',
  body: CobRSolicitadaDto,
  repeat: 'duplicates',
};

/** Create a recurring charge under a `txid` of one's own. */
const createWithTxid: PixOperation<CobRSolicitadaDto, CobRGerada> = {
  id: 'cobr.createWithTxid',
  family: 'cobr',
  method: 'PUT',
  path: '/cobr/{txid}',
  scope: 'cobr.write',
  params: [txidParam],
  success: [201],
  requestBody: 'required',
  responseBody: 'json',
  body: CobRSolicitadaDto,
  repeat: 'identified',
  readBack: 'cobr.get',
};

/** Cancel a recurring charge. */
const revise: PixOperation<CobRStatusRevisadaDto, CobRGerada> = {
  id: 'cobr.revise',
  family: 'cobr',
  method: 'PATCH',
  path: '/cobr/{txid}',
  scope: 'cobr.write',
  params: [txidParam],
  success: [200],
  requestBody: 'required',
  responseBody: 'json',
  body: CobRStatusRevisadaDto,
  repeat: 'idempotent',
};

/** Read one recurring charge. */
const get: PixOperation<undefined, CobRCompleta> = {
  id: 'cobr.get',
  family: 'cobr',
  method: 'GET',
  path: '/cobr/{txid}',
  scope: 'cobr.read',
  params: [txidParam],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  repeat: 'safe',
};

/** One page of recurring charges. */
const list: PixOperation<undefined, CobsRConsultadas, ParametrosConsultaCobRDto> = {
  id: 'cobr.list',
  family: 'cobr',
  method: 'GET',
  path: '/cobr',
  scope: 'cobr.read',
  params: [],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  filter: ParametrosConsultaCobRDto,
  items: 'cobsr',
  repeat: 'safe',
};

/**
 * Ask for another attempt to settle on a day. Accepted up to 3 times within 7 days, under
 * `PERMITE_3R_7D` alone. The charge exists before and after, so reading it back does not tell whether
 * the attempt was made without looking into `tentativas`; a repeat counts as a request of its own.
 */
const retry: PixOperation<undefined, CobRComTentativas> = {
  id: 'cobr.retry',
  family: 'cobr',
  method: 'POST',
  path: '/cobr/{txid}/retentativa/{data}',
  scope: 'cobr.write',
  params: [txidParam, dataParam],
  success: [201],
  requestBody: 'none',
  responseBody: 'json',
  repeat: 'duplicates',
};

/** Operations on recurring charges. */
export const cobrOperations = { create, createWithTxid, revise, get, list, retry } as const;
