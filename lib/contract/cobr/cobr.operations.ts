import { isObject } from '../../errors/index.js';
import { isCalendarDate } from '../../values/index.js';
import type { AtPath, PixOperation } from '../operation.js';
import type { PathParam, PathValues } from '../path-param.js';
import { txidParam } from '../shared/path-params.js';
import { cobrRecord } from '../shared/record-rules.js';
import { ParametrosConsultaCobRDto } from './cobr-consulta.dto.js';
import { CobRSolicitadaDto, CobRStatusRevisadaDto } from './cobr.dto.js';
import type {
  CobRComTentativas,
  CobRCompleta,
  CobRGerada,
  CobsRConsultadas,
} from './cobr.types.js';

const chargePath = '/cobr/{txid}';
const retryPath = '/cobr/{txid}/retentativa/{data}';

/**
 * Date of a retry, `YYYY-MM-DD`. A `Date` is refused: it is an instant, whose calendar day depends
 * on a time zone.
 */
const dataParam: PathParam = {
  name: 'data',
  describe: 'deve ser uma data que existe, no formato AAAA-MM-DD',
  accepts: isCalendarDate,
};

/**
 * Statuses of attempts that ended without a settlement; an earlier request may have created them.
 */
const ENDED: ReadonlySet<unknown> = new Set(['REJEITADA', 'CANCELADA', 'EXPIRADA']);

/**
 * Finds the settlement attempt on the day of the path that a retry asks for: neither the first
 * attempt of the charge (`AGND`) nor one that failed.
 */
function findTentativa(record: object, { data }: PathValues): object | undefined {
  const { tentativas } = record as { tentativas?: unknown };
  if (!Array.isArray(tentativas)) return undefined;
  return tentativas
    .filter(isObject)
    .find(
      ({ dataLiquidacao, status, tipo }) =>
        dataLiquidacao === data && tipo !== 'AGND' && !ENDED.has(status),
    );
}

/** Reads a recurring charge. */
const get: PixOperation<undefined, CobRCompleta> & AtPath<typeof chargePath> = {
  id: 'cobr.get',
  family: 'cobr',
  method: 'GET',
  path: chargePath,
  scope: 'cobr.read',
  params: [txidParam],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  repeat: 'safe',
  identifier: { field: 'txid', param: 'txid' },
};

/** Reads one page of recurring charges. */
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

/** Creates a recurring charge under an identifier that the provider chooses. */
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
  record: cobrRecord,
  identifier: { field: 'txid' },
  candidates: {
    list,
    filter: ({ idRec }: CobRSolicitadaDto) => ({ idRec }),
  },
};

/** Creates a recurring charge under a `txid` that the caller chooses. */
const createWithTxid: PixOperation<CobRSolicitadaDto, CobRGerada> & AtPath<typeof chargePath> = {
  id: 'cobr.createWithTxid',
  family: 'cobr',
  method: 'PUT',
  path: chargePath,
  scope: 'cobr.write',
  params: [txidParam],
  success: [201],
  requestBody: 'required',
  responseBody: 'json',
  body: CobRSolicitadaDto,
  repeat: 'identified',
  record: cobrRecord,
  identifier: { field: 'txid', param: 'txid' },
  settle: { kind: 'create', read: get },
};

/** Cancels a recurring charge. */
const revise: PixOperation<CobRStatusRevisadaDto, CobRGerada> & AtPath<typeof chargePath> = {
  id: 'cobr.revise',
  family: 'cobr',
  method: 'PATCH',
  path: chargePath,
  scope: 'cobr.write',
  params: [txidParam],
  success: [200],
  requestBody: 'required',
  responseBody: 'json',
  body: CobRStatusRevisadaDto,
  repeat: 'idempotent',
  record: cobrRecord,
  identifier: { field: 'txid', param: 'txid' },
  settle: { kind: 'change', read: get },
};

/**
 * Requests another settlement attempt on a day. Accepted up to 3 times within 7 days, only with
 * `PERMITE_3R_7D`. Each request counts, so the request is sent at most once; `tentativas` of the
 * charge shows whether it took effect.
 */
const retry: PixOperation<undefined, CobRComTentativas> & AtPath<typeof retryPath> = {
  id: 'cobr.retry',
  family: 'cobr',
  method: 'POST',
  path: retryPath,
  scope: 'cobr.write',
  params: [txidParam, dataParam],
  success: [201],
  requestBody: 'none',
  responseBody: 'json',
  repeat: 'duplicates',
  record: cobrRecord,
  identifier: { field: 'txid', param: 'txid' },
  settle: {
    kind: 'step',
    read: get,
    find: findTentativa,
    since: 'atualizacao.0.data',
  },
};

/** Operations on recurring charges. */
export const cobrOperations = { create, createWithTxid, revise, get, list, retry } as const;
