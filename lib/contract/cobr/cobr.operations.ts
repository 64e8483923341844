import { isObject } from '../../errors/index.js';
import { addDays, isCalendarDate, nextBusinessDay } from '../../values/index.js';
import { type PixRecordRule, create, json, list, put, read, revise, step } from '../operation.js';
import { txidParam, type PathParam, type PathValues } from '../path.js';
import { CobRSolicitadaDto, CobRStatusRevisadaDto, ParametrosConsultaCobRDto } from './cobr.dto.js';
import type {
  CobRComTentativas,
  CobRCompleta,
  CobRGerada,
  CobsRConsultadas,
} from './cobr.types.js';

/**
 * Whether a due date moved to the next business day, as `ajusteDiaUtil` asks. The day that was asked
 * for can be a holiday of the payer's municipality, which is in no calendar.
 */
function isMovedDueDate(path: string, found: unknown, sent: object): boolean {
  const { ajusteDiaUtil, calendario } = sent as { ajusteDiaUtil?: unknown; calendario?: unknown };
  if (path !== 'calendario.dataDeVencimento' || ajusteDiaUtil !== true) return false;
  const wanted = isObject(calendario) ? calendario.dataDeVencimento : undefined;
  return isCalendarDate(wanted) && found === nextBusinessDay(addDays(wanted, 1));
}

/** Recurring charges (BCB schema `CobRGerada`). Only their status changes. */
const record: PixRecordRule = {
  money: ['status', 'idRec', 'valor', 'calendario.dataDeVencimento', 'recebedor.conta'],
  required: ['status', 'valor.original'],
  equivalent: isMovedDueDate,
  stateful: ['status', 'idRec', 'calendario'],
  lifecycle: {
    open: ['CRIADA', 'ATIVA'],
    fulfilled: ['CONCLUIDA'],
    ended: ['EXPIRADA', 'REJEITADA', 'CANCELADA'],
  },
  // `calendario.criacao` is a day without a time.
  created: 'atualizacao',
  history: 'fixed',
};

/** Statuses of attempts that ended without a settlement. */
const ENDED = ['REJEITADA', 'CANCELADA', 'EXPIRADA'] as const;

/**
 * Finds the latest settlement attempt on the day of the path that a retry asks for, if possible one that has not failed.
 * The first attempt of the charge (`AGND`) is none.
 */
function findTentativa(found: object, { data }: PathValues): object | undefined {
  const { tentativas } = found as { tentativas?: unknown };
  if (!Array.isArray(tentativas)) return undefined;
  const ofDay = tentativas
    .filter(isObject)
    .filter(({ dataLiquidacao, tipo }) => dataLiquidacao === data && tipo !== 'AGND');
  return ofDay.findLast(({ status }) => !ENDED.some((ended) => ended === status)) ?? ofDay.at(-1);
}

/**
 * Date of a retry, `YYYY-MM-DD`. A `Date` is refused: it is an instant, whose calendar day depends
 * on a time zone.
 */
const dataParam: PathParam = {
  name: 'data',
  describe: 'deve ser uma data que existe, no formato AAAA-MM-DD',
  accepts: isCalendarDate,
};

const identifier = { field: 'txid', param: 'txid' } as const;
const charge = { path: '/cobr/{txid}', params: [txidParam], identifier } as const;

/** Reads a recurring charge. */
const getCobR = read({ ...charge, id: 'cobr.get', returns: json<CobRCompleta>() });

/** Reads one page of recurring charges. */
const listCobR = list({
  id: 'cobr.list',
  path: '/cobr',
  filter: ParametrosConsultaCobRDto,
  items: 'cobsr',
  returns: json<CobsRConsultadas>(),
});

/** Operations on recurring charges. */
export const cobrOperations = {
  /** Creates a recurring charge under an identifier that the provider chooses. */
  create: create({
    id: 'cobr.create',
    path: '/cobr',
    body: CobRSolicitadaDto,
    returns: json<CobRGerada>(),
    record,
    identifier: { field: 'txid' },
    candidates: { list: listCobR, filter: ({ idRec }) => ({ idRec }) },
  }),

  /** Creates a recurring charge under a `txid` that the caller chooses. */
  createWithTxid: put({
    ...charge,
    id: 'cobr.createWithTxid',
    body: CobRSolicitadaDto,
    returns: json<CobRGerada>(),
    record,
    read: getCobR,
  }),

  /** Cancels a recurring charge. */
  revise: revise({
    ...charge,
    id: 'cobr.revise',
    body: CobRStatusRevisadaDto,
    returns: json<CobRGerada>(),
    record,
    read: getCobR,
  }),

  get: getCobR,
  list: listCobR,

  /**
   * Requests another settlement attempt on a day. Accepted up to 3 times within 7 days, only with
   * `PERMITE_3R_7D`. Each request counts, so the request is sent at most once; `tentativas` of the
   * charge shows whether it took effect.
   */
  retry: step({
    id: 'cobr.retry',
    method: 'POST',
    path: '/cobr/{txid}/retentativa/{data}',
    params: [txidParam, dataParam],
    returns: json<CobRComTentativas>(),
    success: [201],
    repeat: 'duplicates',
    record,
    identifier,
    read: getCobR,
    find: findTentativa,
    since: 'atualizacao',
    ended: ENDED,
  }),
} as const;
