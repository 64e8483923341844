import { generateTxid, type CobRFilter, type RecFilter, type SolicRecCompleta } from 'nestjs-pix';
import { cancelByReceiver, createCobR, planCobR, retry } from '../../domain/recurrence/cobr.js';
import { createRec, planRec, reviseRec } from '../../domain/recurrence/rec.js';
import {
  cancelSolicRec,
  createSolicRec,
  findSolicRec,
  planSolicRec,
} from '../../domain/recurrence/solicrec.js';
import type { SimulatorState } from '../../domain/state.js';
import {
  buildDadosQr,
  toCobR,
  toRec,
  toRecPayload,
  toRecPesquisada,
  toSolicRec,
} from '../../domain/views/recurrence.views.js';
import { SimulatorProblem } from '../../families/problems.js';
import type { CobRRecord, RecRecord, SolicRecRecord } from '../../families/recurrences.js';
import { selectPage, toPageRequest, toParametros } from '../lists.js';
import type { TableApi, TableHandlers } from './typed-handlers.js';

export const recApi: TableApi<'rec'> = {
  handlers: recHandlers,
  plan: (state) => {
    state.recs.planWith({ plan: (rec) => planRec(state, rec) });
  },
};

/** Handlers of the four operations of recurrences. */
function recHandlers(state: SimulatorState): TableHandlers<'rec'> {
  const { recs } = state;
  return {
    'rec.create': ({ body }) => toRec(state, createRec(state, body)),

    'rec.revise': ({ params, body }) =>
      toRec(state, reviseRec(state, findRec(state, params), body)),

    'rec.get': ({ params, filter }) => {
      const rec = findRec(state, params);
      const dadosQR = buildDadosQr(state, rec, filter.txid);
      return { ...toRecPesquisada(state, rec), ...(dadosQR && { dadosQR }) };
    },

    'rec.list': ({ filter }) => {
      const page = selectPage(recs.byCreation, toPageRequest(filter), buildRecMatcher(filter));
      return {
        parametros: toParametros(filter, page),
        recs: page.items.map((rec) => toRecPesquisada(state, rec)),
      };
    },
  };
}

export function findRec(
  { recs }: SimulatorState,
  { idRec }: { readonly idRec: string },
): RecRecord {
  const rec = recs.get(idRec);
  if (rec === undefined) throw new SimulatorProblem('RecNaoEncontrada');
  return rec;
}

function buildRecMatcher(filter: RecFilter): ((rec: RecRecord) => boolean) | undefined {
  const { cpf, cnpj, status, locationPresente, convenio } = filter;
  const criteria = [cpf, cnpj, status, locationPresente, convenio];
  if (criteria.every((criterion) => criterion === undefined)) return undefined;
  return (rec) =>
    (cpf === undefined || rec.devedor.cpf === cpf) &&
    (cnpj === undefined || rec.devedor.cnpj === cnpj) &&
    (status === undefined || rec.status === status) &&
    (locationPresente === undefined || (rec.locId !== undefined) === locationPresente) &&
    (convenio === undefined || rec.convenio === convenio);
}

export const solicrecApi: TableApi<'solicrec'> = {
  handlers: solicrecHandlers,
  plan: (state) => {
    state.solicRecs.planWith({ plan: (request) => planSolicRec(state, request) });
  },
};

/** Handlers of the three operations of requests to confirm. */
function solicrecHandlers(state: SimulatorState): TableHandlers<'solicrec'> {
  return {
    'solicrec.create': ({ body }) => toResponse(state, createSolicRec(state, body)),

    'solicrec.get': ({ params }) => toResponse(state, findSolicRec(state, params)),

    // The body has been checked: its status is CANCELADA.
    'solicrec.revise': ({ params }) => {
      const request = findSolicRec(state, params);
      cancelSolicRec(state, request);
      return toResponse(state, request);
    },
  };
}

function toResponse(state: SimulatorState, request: SolicRecRecord): SolicRecCompleta {
  const rec = state.recs.get(request.idRec);
  if (rec === undefined) throw new Error(`${request.idSolicRec} has no recurrence.`);
  return toSolicRec(request, toRecPayload(state, rec));
}

export const cobrApi: TableApi<'cobr'> = {
  handlers: cobrHandlers,
  plan: (state) => {
    state.cobrs.planWith({ plan: (cobr) => planCobR(state, cobr) });
  },
};

/** Handlers of the six operations of recurring charges. */
function cobrHandlers(state: SimulatorState): TableHandlers<'cobr'> {
  const { settings, cobrs } = state;
  return {
    'cobr.create': ({ body }) => toCobR(settings, createCobR(state, generateTxid(), body)),

    'cobr.createWithTxid': ({ params: { txid }, body }) =>
      toCobR(settings, createCobR(state, txid, body)),

    // The body has been checked: its status is CANCELADA.
    'cobr.revise': ({ params }) => {
      const cobr = findCobR(state, params);
      cancelByReceiver(state, cobr);
      return toCobR(settings, cobr);
    },

    'cobr.get': ({ params }) => toCobR(settings, findCobR(state, params)),

    'cobr.list': ({ filter }) => {
      const page = selectPage(
        cobrs.byCreation,
        toPageRequest(filter),
        buildCobRMatcher(state, filter),
      );
      return {
        parametros: toParametros(filter, page),
        cobsr: page.items.map((cobr) => toCobR(settings, cobr)),
      };
    },

    'cobr.retry': ({ params }) => {
      const cobr = findCobR(state, params);
      retry(state, cobr, params.data);
      const { tentativas = [], ...shown } = toCobR(settings, cobr);
      return { ...shown, tentativas };
    },
  };
}

export function findCobR(
  { cobrs }: SimulatorState,
  { txid }: { readonly txid: string },
): CobRRecord {
  const cobr = cobrs.get(txid);
  if (cobr === undefined) throw new SimulatorProblem('CobRNaoEncontrado');
  return cobr;
}

type Criterion = 'idRec' | 'cpf' | 'cnpj' | 'status' | 'convenio';

/** Returns the value that each filter field is compared with: a field of the charge, or of its recurrence. */
const criteria: Readonly<
  Record<Criterion, (cobr: CobRRecord, rec: RecRecord | undefined) => unknown>
> = {
  idRec: ({ idRec }) => idRec,
  cpf: (_cobr, rec) => rec?.devedor.cpf,
  cnpj: (_cobr, rec) => rec?.devedor.cnpj,
  status: ({ status }) => status,
  convenio: (_cobr, rec) => rec?.convenio,
};

function buildCobRMatcher(
  { recs }: SimulatorState,
  filter: CobRFilter,
): ((cobr: CobRRecord) => boolean) | undefined {
  const asked = (Object.keys(criteria) as Criterion[]).filter((name) => filter[name] !== undefined);
  if (asked.length === 0) return undefined;
  return (cobr) => {
    const rec = recs.get(cobr.idRec);
    return asked.every((name) => criteria[name](cobr, rec) === filter[name]);
  };
}
