import { cobvOperations } from '../cobv/cobv.operations.js';
import type { AtPath, PixOperation } from '../operation.js';
import { isSegment, type PathParam } from '../path-param.js';
import { ConsultaDto } from '../shared/consulta.dto.js';
import { loteRecord } from '../shared/record-rules.js';
import { LoteCobVBodyDto, LoteCobVBodyRevisadoDto } from './lotecobv.dto.js';
import type { LoteCobVConsultado, LotesCobVConsultados } from './lotecobv.types.js';

const batchPath = '/lotecobv/{id}';

/** Identifier of a batch, chosen by the receiver; the specification sets no pattern. */
export const loteIdParam: PathParam = {
  name: 'id',
  describe: 'deve ser um texto não vazio ou um número inteiro positivo',
  accepts: (value) =>
    typeof value === 'number' ? Number.isSafeInteger(value) && value > 0 : isSegment(value),
};

/** Reads a batch with the result of each charge. */
const get: PixOperation<undefined, LoteCobVConsultado> & AtPath<typeof batchPath> = {
  id: 'lotecobv.get',
  family: 'lotecobv',
  method: 'GET',
  path: batchPath,
  scope: 'lotecobv.read',
  params: [loteIdParam],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  repeat: 'safe',
};

/** The charges of a batch: each has its own record once the provider has created it. */
const charges = {
  field: 'cobsv',
  key: 'txid',
  created: 'CRIADA',
  read: cobvOperations.get,
} as const;

/**
 * Creates a batch of due-date charges, or sends the whole batch again. The charges are created
 * later.
 */
const create: PixOperation<LoteCobVBodyDto, undefined> & AtPath<typeof batchPath> = {
  id: 'lotecobv.create',
  family: 'lotecobv',
  method: 'PUT',
  path: batchPath,
  scope: 'lotecobv.write',
  params: [loteIdParam],
  success: [202],
  requestBody: 'required',
  responseBody: 'empty',
  body: LoteCobVBodyDto,
  repeat: 'identified',
  record: loteRecord,
  settle: {
    kind: 'create',
    read: get,
    parts: { ...charges, write: cobvOperations.createWithTxid },
  },
};

/** Revises some charges of a batch. */
const revise: PixOperation<LoteCobVBodyRevisadoDto, undefined> & AtPath<typeof batchPath> = {
  id: 'lotecobv.revise',
  family: 'lotecobv',
  method: 'PATCH',
  path: batchPath,
  scope: 'lotecobv.write',
  params: [loteIdParam],
  success: [202],
  requestBody: 'required',
  responseBody: 'empty',
  body: LoteCobVBodyRevisadoDto,
  repeat: 'idempotent',
  record: loteRecord,
  settle: {
    kind: 'change',
    read: get,
    parts: { ...charges, write: cobvOperations.revise },
  },
};

/** Reads one page of batches. */
const list: PixOperation<undefined, LotesCobVConsultados, ConsultaDto> = {
  id: 'lotecobv.list',
  family: 'lotecobv',
  method: 'GET',
  path: '/lotecobv',
  scope: 'lotecobv.read',
  params: [],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  filter: ConsultaDto,
  items: 'lotes',
  repeat: 'safe',
};

/** Operations on batches of due-date charges (docs/interface.md#batches-of-due-date-charges). */
export const lotecobvOperations = { create, revise, get, list } as const;
