import type { SimulatorControl } from '../control/control.js';
import { REJEICOES } from '../domain/recurrence/tentativas.js';
import type { SimulatorState } from '../domain/state.js';
import { toCobR, toRecPesquisada } from '../domain/views/recurrence.views.js';
import { boolean, oneOf, required, text } from '../families/fields.js';
import type { RecRecord } from '../families/recurrences.js';
import { newestFirst, parseLimit, readFields, route, type ControlRoute } from './route.js';

const APPROVAL = {
  jornada: oneOf('JORNADA_1', 'JORNADA_2', 'JORNADA_3', 'JORNADA_4'),
  valorMaximo: text,
};

const REJECTION = { codigo: oneOf('AP13', 'AP14'), descricao: text };

const CANCELLATION = {
  solicitante: oneOf('PSP_PAGADOR', 'USUARIO_PAGADOR', 'PSP_RECEBEDOR', 'USUARIO_RECEBEDOR'),
  codigo: oneOf('ACCL', 'CPCL', 'DCSD', 'ERSL', 'FRUD', 'PCFD', 'SLCR', 'SLDB'),
  descricao: text,
};

const ATTEMPT = {
  status: oneOf('PAGA', 'REJEITADA', 'EXPIRADA'),
  codigo: oneOf(...REJEICOES),
  reenviar: boolean,
};

/** Routes for Pix Automático: list of recurrences with their charges (newest first), and actions of the payer. */
export function recurrencesRoutes(
  control: SimulatorControl,
  state: SimulatorState,
): ControlRoute[] {
  const { byCreation } = state.recs;
  return [
    route('GET /recs', ({ query }) => ({
      recs: newestFirst(byCreation)
        .slice(0, parseLimit(query))
        .map((rec) => toEntry(state, rec)),
      total: byCreation.size,
    })),
    route('GET /recs/{idRec}', ({ params: { idRec } }) =>
      toEntry(state, state.recs.require(idRec)),
    ),
    route('GET /cobrs/{txid}', ({ params: { txid } }) =>
      toEntry(state, state.recs.require(state.cobrs.require(txid).idRec)),
    ),
    route('POST /recs/{idRec}/approve', async ({ params: { idRec }, body }) =>
      control.approve(idRec, readFields(await body(), APPROVAL)),
    ),
    route('POST /recs/{idRec}/reject', async ({ params: { idRec }, body }) =>
      control.reject(idRec, readFields(await body(), REJECTION)),
    ),
    route('POST /recs/{idRec}/cancel', async ({ params: { idRec }, body }) =>
      control.cancelByPayer(idRec, readFields(await body(), CANCELLATION)),
    ),
    route('PUT /recs/{idRec}/funds', async ({ params: { idRec }, body }) => {
      const { available } = readFields(await body(), { available: required(boolean) });
      return control.setFunds(idRec, available);
    }),
    route('POST /solicrecs/{idSolicRec}/accept', async ({ params: { idSolicRec }, body }) => {
      const { jornada, ...options } = readFields(await body(), APPROVAL);
      return control.acceptSolicRec(idSolicRec, options);
    }),
    route('POST /solicrecs/{idSolicRec}/reject', async ({ params: { idSolicRec }, body }) =>
      control.rejectSolicRec(idSolicRec, readFields(await body(), REJECTION)),
    ),
    route('POST /cobrs/{txid}/settle', async ({ params: { txid }, body }) => {
      const { status, ...options } = readFields(await body(), ATTEMPT);
      return control.settleAttempt(txid, status, options);
    }),
    route('POST /cobrs/{txid}/cancel', ({ params: { txid } }) => control.cancelByPayer(txid)),
  ];
}

/** Converts a recurrence to an entry of the list, with its charges and whether its payer has no funds. */
export function toEntry(state: SimulatorState, rec: RecRecord) {
  return {
    idRec: rec.idRec,
    criacao: new Date(rec.createdAt).toISOString(),
    semSaldo: rec.lacksFunds,
    rec: toRecPesquisada(state, rec),
    cobrancas: state.cobrs.listByRec(rec.idRec).map((cobr) => toCobR(state.settings, cobr)),
  };
}
