import { DEVOLUCAO_ID, DEVOLUCAO_ID_RULE, END_TO_END_ID } from '../../values/index.js';
import type { AtPath, PixOperation } from '../operation.js';
import { matching } from '../path-param.js';
import { refundRecord } from '../shared/record-rules.js';
import { DevolucaoSolicitadaDto, ParametrosConsultaPixDto } from './pix.dto.js';
import type { Devolucao, Pix, PixConsultados } from './pix.types.js';

const pixPath = '/pix/{e2eid}';
const refundPath = '/pix/{e2eid}/devolucao/{id}';

/** Identifier of a received Pix: BCB schema `EndToEndId`. */
const e2eidParam = matching('e2eid', END_TO_END_ID, 'deve ter 32 letras ou dígitos');

/** Identifier of a refund, chosen by the receiver: BCB schema `DevolucaoId`. */
const devolucaoIdParam = matching('id', DEVOLUCAO_ID, DEVOLUCAO_ID_RULE);

/** Reads a received Pix. */
const get: PixOperation<undefined, Pix> & AtPath<typeof pixPath> = {
  id: 'pix.get',
  family: 'pix',
  method: 'GET',
  path: pixPath,
  scope: 'pix.read',
  params: [e2eidParam],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  repeat: 'safe',
  identifier: { field: 'endToEndId', param: 'e2eid' },
};

/** Reads one page of received Pix. */
const list: PixOperation<undefined, PixConsultados, ParametrosConsultaPixDto> = {
  id: 'pix.list',
  family: 'pix',
  method: 'GET',
  path: '/pix',
  scope: 'pix.read',
  params: [],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  filter: ParametrosConsultaPixDto,
  items: 'pix',
  repeat: 'safe',
};

/** Reads a refund. */
const getRefund: PixOperation<undefined, Devolucao> & AtPath<typeof refundPath> = {
  id: 'pix.getRefund',
  family: 'pix',
  method: 'GET',
  path: refundPath,
  scope: 'pix.read',
  params: [e2eidParam, devolucaoIdParam],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  repeat: 'safe',
  identifier: { field: 'id', param: 'id' },
};

/** Refunds all or part of a received Pix under an identifier that the caller chooses. */
const refund: PixOperation<DevolucaoSolicitadaDto, Devolucao> & AtPath<typeof refundPath> = {
  id: 'pix.refund',
  family: 'pix',
  method: 'PUT',
  path: refundPath,
  scope: 'pix.write',
  params: [e2eidParam, devolucaoIdParam],
  success: [201],
  requestBody: 'required',
  responseBody: 'json',
  body: DevolucaoSolicitadaDto,
  repeat: 'identified',
  record: refundRecord,
  identifier: { field: 'id', param: 'id' },
  settle: { kind: 'create', read: getRefund },
};

/** Operations on received Pix and their refunds. */
export const pixOperations = { get, list, refund, getRefund } as const;
