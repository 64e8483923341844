import { ID_REC, ID_REC_RULE } from '../../values/index.js';
import {
  type PixRecordRule,
  create,
  json,
  list,
  read,
  revise,
  toPersonFilter,
} from '../operation.js';
import { idRecParam, matching } from '../path.js';
import {
  ConsultaRecDto,
  ParametrosConsultaRecDto,
  RecRevisadaDto,
  RecSolicitadaDto,
  SolicRecRevisadaDto,
  SolicRecSolicitadaDto,
} from './rec.dto.js';
import type { RecCompleta, RecGerada, RecsConsultadas, SolicRecCompleta } from './rec.types.js';

/** Recurrences (BCB schema `RecGerada`). */
const recRecord: PixRecordRule = {
  money: [
    'status',
    'valor',
    'vinculo.devedor.cpf',
    'vinculo.devedor.cnpj',
    'calendario',
    'politicaRetentativa',
    'loc',
  ],
  required: ['status'],
  stateful: ['status', 'loc', 'vinculo.contrato', 'calendario.dataInicial', 'ativacao'],
  lifecycle: {
    open: ['CRIADA', 'APROVADA'],
    fulfilled: [],
    ended: ['REJEITADA', 'EXPIRADA', 'CANCELADA'],
  },
  history: 'replaced',
};

const recurrence = {
  path: '/rec/{idRec}',
  params: [idRecParam],
  identifier: { field: 'idRec', param: 'idRec' },
} as const;

/** Reads a recurrence, with the QR code of the charge that `txid` names. */
const getRec = read({
  ...recurrence,
  id: 'rec.get',
  filter: ConsultaRecDto,
  returns: json<RecCompleta>(),
});

/** Reads one page of recurrences. */
const listRec = list({
  id: 'rec.list',
  path: '/rec',
  filter: ParametrosConsultaRecDto,
  items: 'recs',
  returns: json<RecsConsultadas>(),
});

/** Operations on recurrences. */
export const recOperations = {
  /** Creates a recurrence. */
  create: create({
    id: 'rec.create',
    path: '/rec',
    body: RecSolicitadaDto,
    returns: json<RecGerada>(),
    record: recRecord,
    identifier: { field: 'idRec' },
    candidates: { list: listRec, filter: ({ vinculo }) => toPersonFilter(vinculo.devedor) },
  }),

  /** Revises or cancels a recurrence. */
  revise: revise({
    ...recurrence,
    id: 'rec.revise',
    body: RecRevisadaDto,
    returns: json<RecGerada>(),
    record: recRecord,
    read: getRec,
  }),

  get: getRec,
  list: listRec,
} as const;

/** Requests to confirm a recurrence (BCB schema `SolicRecCompleta`). */
const solicRecRecord: PixRecordRule = {
  money: ['status', 'idRec', 'destinatario.cpf', 'destinatario.cnpj', 'destinatario.conta'],
  required: ['status'],
  stateful: ['status', 'idRec'],
  lifecycle: {
    open: ['CRIADA', 'ENVIADA', 'RECEBIDA'],
    fulfilled: ['ACEITA'],
    ended: ['REJEITADA', 'EXPIRADA', 'CANCELADA'],
  },
  history: 'fixed',
};

const request = {
  path: '/solicrec/{idSolicRec}',
  /** BCB schema `SolicRecId`. */
  params: [matching('idSolicRec', ID_REC, ID_REC_RULE)],
  identifier: { field: 'idSolicRec', param: 'idSolicRec' },
} as const;

/** Reads a request to confirm. */
const getSolicRec = read({ ...request, id: 'solicrec.get', returns: json<SolicRecCompleta>() });

/** Operations on requests to confirm a recurrence. */
export const solicrecOperations = {
  /** Requests the payer's confirmation of a recurrence. */
  create: create({
    id: 'solicrec.create',
    path: '/solicrec',
    body: SolicRecSolicitadaDto,
    returns: json<SolicRecCompleta>(),
    record: solicRecRecord,
    identifier: { field: 'idSolicRec' },
    candidates: { within: getRec, params: ({ idRec }) => ({ idRec }), field: 'solicitacao' },
  }),

  /** Cancels a request to confirm. Unlike other revisions, the specification answers it with 201. */
  revise: revise({
    ...request,
    id: 'solicrec.revise',
    body: SolicRecRevisadaDto,
    returns: json<SolicRecCompleta>(),
    success: [201],
    record: solicRecRecord,
    read: getSolicRec,
  }),

  get: getSolicRec,
} as const;
