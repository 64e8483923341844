import { cobRecord } from '../cob/cob.operations.js';
import { type PixRecordRule, json, list, put, read, revise } from '../operation.js';
import { loteIdParam, txidParam } from '../path.js';
import { ConsultaDto, ConsultaRevisaoDto } from '../shared/shared.dto.js';
import { listOneCents } from './calculate.js';
import {
  CobVRevisadaDto,
  CobVSolicitadaDto,
  LoteCobVBodyDto,
  LoteCobVBodyRevisadoDto,
  ParametrosConsultaCobVDto,
} from './cobv.dto.js';
import type {
  CobVCompleta,
  CobVGerada,
  CobsVConsultadas,
  LoteCobVConsultado,
  LotesCobVConsultados,
} from './cobv.types.js';

/** Due-date charges (BCB schema `CobVGerada`). Whether a due date is past depends on the day. */
const cobvRecord: PixRecordRule = {
  ...cobRecord,
  money: [...cobRecord.money, 'calendario.dataDeVencimento', 'calendario.validadeAposVencimento'],
  stateful: [...cobRecord.stateful, 'calendario.dataDeVencimento'],
};

const charge = {
  path: '/cobv/{txid}',
  params: [txidParam],
  identifier: { field: 'txid', param: 'txid' },
} as const;

/** Reads a due-date charge. */
const getCobV = read({
  ...charge,
  id: 'cobv.get',
  filter: ConsultaRevisaoDto,
  returns: json<CobVCompleta>(),
});

/** Operations on due-date charges. */
export const cobvOperations = {
  /** Creates a due-date charge under a `txid` that the caller chooses. */
  createWithTxid: put({
    ...charge,
    id: 'cobv.createWithTxid',
    body: CobVSolicitadaDto,
    keyIn: 'body',
    returns: json<CobVGerada>(),
    record: cobvRecord,
    checkOnDay: listOneCents,
    read: getCobV,
  }),

  /** Revises or removes a due-date charge. */
  revise: revise({
    ...charge,
    id: 'cobv.revise',
    body: CobVRevisadaDto,
    returns: json<CobVGerada>(),
    record: cobvRecord,
    checkOnDay: listOneCents,
    read: getCobV,
  }),

  get: getCobV,

  /** Reads one page of due-date charges. */
  list: list({
    id: 'cobv.list',
    path: '/cobv',
    filter: ParametrosConsultaCobVDto,
    items: 'cobs',
    returns: json<CobsVConsultadas>(),
  }),
} as const;

/** Batches of due-date charges (BCB schema `LoteCobVConsultado`); their items are compared too. */
const loteRecord: PixRecordRule = {
  money: ['cobsv'],
  stateful: ['cobsv'],
  created: 'criacao',
  history: 'replaced',
};

/** The charges of a batch: each has its own record once the provider has created it. */
const charges = { field: 'cobsv', key: 'txid', created: 'CRIADA', read: getCobV } as const;

const batch = { path: '/lotecobv/{id}', params: [loteIdParam] } as const;

/** Reads a batch with the result of each charge. */
const getLote = read({ ...batch, id: 'lotecobv.get', returns: json<LoteCobVConsultado>() });

/** Operations on batches of due-date charges (docs/interface.md#batches-of-due-date-charges). */
export const lotecobvOperations = {
  /** Creates a batch, or sends the whole batch again. The charges are created later. */
  create: put({
    ...batch,
    id: 'lotecobv.create',
    keyIn: 'cobsv',
    body: LoteCobVBodyDto,
    success: [202],
    record: loteRecord,
    checkOnDay: listOneCents,
    read: getLote,
    parts: { ...charges, write: cobvOperations.createWithTxid },
  }),

  /** Revises some charges of a batch. */
  revise: revise({
    ...batch,
    id: 'lotecobv.revise',
    body: LoteCobVBodyRevisadoDto,
    success: [202],
    record: loteRecord,
    checkOnDay: listOneCents,
    read: getLote,
    parts: { ...charges, write: cobvOperations.revise },
  }),

  get: getLote,

  /** Reads one page of batches. */
  list: list({
    id: 'lotecobv.list',
    path: '/lotecobv',
    filter: ConsultaDto,
    items: 'lotes',
    returns: json<LotesCobVConsultados>(),
  }),
} as const;
