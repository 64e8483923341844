import { generateTxid, type SolicRecCompleta } from 'nestjs-pix';
import { cancelByReceiver, createCobR, retry } from '../../domain/recurrence/cobr.js';
import { createRec, reviseRec } from '../../domain/recurrence/rec.js';
import { cancelSolicRec, createSolicRec } from '../../domain/recurrence/solicrec.js';
import type { SimulatorState } from '../../domain/state.js';
import {
  buildDadosQr,
  toCobR,
  toRec,
  toRecPayload,
  toRecPesquisada,
  toSolicRec,
} from '../../domain/views/recurrence.views.js';
import type { CobRRecord, RecRecord, SolicRecRecord } from '../../families/recurrences.js';
import type { FieldReaders } from '../../kernel/field-index.js';
import { selectPage } from '../lists.js';
import type { TableHandlers } from './typed-handlers.js';

/** The fields of recurrences by which lists are filtered. */
const recFields = {
  cpf: ({ devedor }) => devedor.cpf,
  cnpj: ({ devedor }) => devedor.cnpj,
  status: ({ status }) => status,
  locationPresente: ({ locId }) => locId !== undefined,
  convenio: ({ convenio }) => convenio,
} satisfies FieldReaders<RecRecord>;

/** Handlers of the four operations of recurrences. */
export function recHandlers(state: SimulatorState): TableHandlers<'rec'> {
  const { recs } = state;
  return {
    'rec.create': ({ body }) => toRec(state, createRec(state, body)),

    'rec.revise': ({ params, body }) =>
      toRec(state, reviseRec(state, state.recs.require(params.idRec), body)),

    'rec.get': ({ params, filter }) => {
      const rec = state.recs.require(params.idRec);
      const dadosQR = buildDadosQr(state, rec, filter.txid);
      return { ...toRecPesquisada(state, rec), ...(dadosQR && { dadosQR }) };
    },

    'rec.list': ({ filter }) => {
      const { parametros, items } = selectPage(recs.findBy(recFields, filter), filter);
      return { parametros, recs: items.map((rec) => toRecPesquisada(state, rec)) };
    },
  };
}

/** Handlers of the three operations of requests to confirm. */
export function solicrecHandlers(state: SimulatorState): TableHandlers<'solicrec'> {
  return {
    'solicrec.create': ({ body }) => toResponse(state, createSolicRec(state, body)),

    'solicrec.get': ({ params }) => toResponse(state, state.solicRecs.require(params.idSolicRec)),

    // The body has been checked: its status is CANCELADA.
    'solicrec.revise': ({ params }) => {
      const request = state.solicRecs.require(params.idSolicRec);
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

/** Handlers of the six operations of recurring charges. */
export function cobrHandlers(state: SimulatorState): TableHandlers<'cobr'> {
  const { settings, cobrs, recs } = state;
  // Payer and agreement of a recurrence never change.
  const cobrFields: FieldReaders<CobRRecord> = {
    idRec: ({ idRec }) => idRec,
    cpf: ({ idRec }) => recs.get(idRec)?.devedor.cpf,
    cnpj: ({ idRec }) => recs.get(idRec)?.devedor.cnpj,
    status: ({ status }) => status,
    convenio: ({ idRec }) => recs.get(idRec)?.convenio,
  };
  return {
    'cobr.create': ({ body }) => toCobR(settings, createCobR(state, generateTxid(), body)),

    'cobr.createWithTxid': ({ params: { txid }, body }) =>
      toCobR(settings, createCobR(state, txid, body)),

    // The body has been checked: its status is CANCELADA.
    'cobr.revise': ({ params }) => {
      const cobr = state.cobrs.require(params.txid);
      cancelByReceiver(state, cobr);
      return toCobR(settings, cobr);
    },

    'cobr.get': ({ params }) => toCobR(settings, state.cobrs.require(params.txid)),

    'cobr.list': ({ filter }) => {
      const { parametros, items } = selectPage(cobrs.findBy(cobrFields, filter), filter);
      return { parametros, cobsr: items.map((cobr) => toCobR(settings, cobr)) };
    },

    'cobr.retry': ({ params }) => {
      const cobr = state.cobrs.require(params.txid);
      retry(state, cobr, params.data);
      const { tentativas = [], ...shown } = toCobR(settings, cobr);
      return { ...shown, tentativas };
    },
  };
}
