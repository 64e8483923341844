import {
  type PixRecordRule,
  create,
  json,
  list,
  put,
  read,
  revise,
  toPersonFilter,
} from '../operation.js';
import { txidParam } from '../path.js';
import { ConsultaRevisaoDto } from '../shared/shared.dto.js';
import { CobRevisadaDto, CobSolicitadaDto, ParametrosConsultaCobDto } from './cob.dto.js';
import type { CobCompleta, CobGerada, CobsConsultadas } from './cob.types.js';

/** Immediate charges (BCB schema `CobGerada`). */
export const cobRecord: PixRecordRule = {
  money: ['status', 'valor', 'chave', 'devedor.cpf', 'devedor.cnpj', 'loc.id'],
  required: ['status', 'valor.original', 'chave'],
  stateful: ['status', 'loc'],
  lifecycle: {
    open: ['ATIVA'],
    fulfilled: ['CONCLUIDA'],
    ended: ['REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP'],
  },
  created: 'calendario.criacao',
  history: 'revised',
};

const charge = {
  path: '/cob/{txid}',
  params: [txidParam],
  identifier: { field: 'txid', param: 'txid' },
} as const;

/** Reads an immediate charge. */
const getCob = read({
  ...charge,
  id: 'cob.get',
  filter: ConsultaRevisaoDto,
  returns: json<CobCompleta>(),
});

/** Reads one page of immediate charges. */
const listCob = list({
  id: 'cob.list',
  path: '/cob',
  filter: ParametrosConsultaCobDto,
  items: 'cobs',
  returns: json<CobsConsultadas>(),
});

/** Operations on immediate charges (docs/interface.md#immediate-charges). */
export const cobOperations = {
  /** Creates an immediate charge under an identifier that the provider chooses. */
  create: create({
    id: 'cob.create',
    path: '/cob',
    body: CobSolicitadaDto,
    keyIn: 'body',
    returns: json<CobGerada>(),
    record: cobRecord,
    identifier: { field: 'txid' },
    candidates: { list: listCob, filter: ({ devedor }) => toPersonFilter(devedor) },
  }),

  /** Creates an immediate charge under a `txid` that the caller chooses. */
  createWithTxid: put({
    ...charge,
    id: 'cob.createWithTxid',
    body: CobSolicitadaDto,
    keyIn: 'body',
    returns: json<CobGerada>(),
    record: cobRecord,
    read: getCob,
  }),

  /** Revises or removes an immediate charge. */
  revise: revise({
    ...charge,
    id: 'cob.revise',
    body: CobRevisadaDto,
    returns: json<CobGerada>(),
    record: cobRecord,
    read: getCob,
  }),

  get: getCob,
  list: listCob,
} as const;
