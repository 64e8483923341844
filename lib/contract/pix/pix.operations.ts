import { DEVOLUCAO_ID, DEVOLUCAO_ID_RULE, END_TO_END_ID } from '../../values/index.js';
import { type PixRecordRule, json, list, put, read } from '../operation.js';
import { matching } from '../path.js';
import { DevolucaoSolicitadaDto, ParametrosConsultaPixDto } from './pix.dto.js';
import type { Devolucao, Pix, PixConsultados } from './pix.types.js';

/** Identifier of a received Pix: BCB schema `EndToEndId`. */
const e2eidParam = matching('e2eid', END_TO_END_ID, 'deve ter 32 letras ou dígitos');

/** Identifier of a refund, chosen by the receiver: BCB schema `DevolucaoId`. */
const devolucaoIdParam = matching('id', DEVOLUCAO_ID, DEVOLUCAO_ID_RULE);

/** Refunds (BCB schema `Devolucao`). Only their status changes. */
const record: PixRecordRule = {
  money: ['valor'],
  required: ['valor'],
  stateful: ['valor'],
  lifecycle: {
    open: ['EM_PROCESSAMENTO'],
    fulfilled: ['DEVOLVIDO'],
    ended: ['NAO_REALIZADO'],
  },
  created: 'horario.solicitacao',
  history: 'fixed',
};

const devolucao = {
  path: '/pix/{e2eid}/devolucao/{id}',
  params: [e2eidParam, devolucaoIdParam],
  identifier: { field: 'id', param: 'id' },
} as const;

/** Reads a refund. */
const getRefund = read({ ...devolucao, id: 'pix.getRefund', returns: json<Devolucao>() });

/** Operations on received Pix and their refunds. */
export const pixOperations = {
  /** Reads a received Pix. */
  get: read({
    id: 'pix.get',
    path: '/pix/{e2eid}',
    params: [e2eidParam],
    returns: json<Pix>(),
    identifier: { field: 'endToEndId', param: 'e2eid' },
  }),

  /** Reads one page of received Pix. */
  list: list({
    id: 'pix.list',
    path: '/pix',
    filter: ParametrosConsultaPixDto,
    items: 'pix',
    returns: json<PixConsultados>(),
  }),

  /** Refunds all or part of a received Pix under an identifier that the caller chooses. */
  refund: put({
    ...devolucao,
    id: 'pix.refund',
    body: DevolucaoSolicitadaDto,
    returns: json<Devolucao>(),
    record,
    read: getRefund,
  }),

  getRefund,
} as const;
