import type { SimulatorControl } from '../control/control.js';
import type { ApproveOptions, CancelOptions, RejectOptions } from '../domain/payer/authorize.js';
import type { AttemptOptions, AttemptOutcome } from '../domain/payer/pay.js';
import { REJEICOES } from '../domain/recurrence/tentativas.js';
import type { SimulatorState } from '../domain/state.js';
import { toCobR, toRecPesquisada } from '../domain/views/recurrence.views.js';
import type { RecRecord } from '../families/recurrences.js';
import {
  BodyFields,
  defineRoute,
  newestFirst,
  parseLimit,
  take,
  withoutUndefined,
  type ControlRoute,
  type RecurrenceEntry,
  type RecurrenceList,
} from './route.js';

const JORNADAS = ['JORNADA_1', 'JORNADA_2', 'JORNADA_3', 'JORNADA_4'];
const SOLICITANTES = ['PSP_PAGADOR', 'USUARIO_PAGADOR', 'PSP_RECEBEDOR', 'USUARIO_RECEBEDOR'];
const CANCELAMENTOS = ['ACCL', 'CPCL', 'DCSD', 'ERSL', 'FRUD', 'PCFD', 'SLCR', 'SLDB'];
const OUTCOMES = ['PAGA', 'REJEITADA', 'EXPIRADA'];

/** Routes for Pix Automático: list of recurrences with their charges (newest first), and actions of the payer. */
export function recurrencesRoutes(
  control: SimulatorControl,
  state: SimulatorState,
): ControlRoute[] {
  return [...recRoutes(control, state), ...solicRecRoutes(control), ...cobrRoutes(control)];
}

function recRoutes(control: SimulatorControl, state: SimulatorState): ControlRoute[] {
  return [
    {
      method: 'GET',
      path: '/recs',
      action: ({ query }): RecurrenceList => {
        const { byCreation } = state.recs;
        const newest = take(newestFirst([byCreation]), parseLimit(query));
        return { recs: newest.map((rec) => toEntry(state, rec)), total: byCreation.size };
      },
    },
    defineRoute({
      method: 'POST',
      path: '/recs/{idRec}/approve',
      action: async ({ params: { idRec }, body }) =>
        control.approve(idRec, parseApproveOptions(await body())),
    }),
    defineRoute({
      method: 'POST',
      path: '/recs/{idRec}/reject',
      action: async ({ params: { idRec }, body }) =>
        control.reject(idRec, parseRejectOptions(await body())),
    }),
    defineRoute({
      method: 'POST',
      path: '/recs/{idRec}/cancel',
      action: async ({ params: { idRec }, body }) =>
        control.cancelByPayer(idRec, parseCancelOptions(await body())),
    }),
    defineRoute({
      method: 'PUT',
      path: '/recs/{idRec}/funds',
      action: async ({ params: { idRec }, body }) => {
        const fields = new BodyFields(await body());
        const available = fields.checkRequired('available', fields.boolean('available'));
        return control.setFunds(idRec, available);
      },
    }),
  ];
}

function solicRecRoutes(control: SimulatorControl): ControlRoute[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/solicrecs/{idSolicRec}/accept',
      action: async ({ params: { idSolicRec }, body }) => {
        const { valorMaximo } = parseApproveOptions(await body());
        return control.acceptSolicRec(idSolicRec, withoutUndefined({ valorMaximo }));
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/solicrecs/{idSolicRec}/reject',
      action: async ({ params: { idSolicRec }, body }) =>
        control.rejectSolicRec(idSolicRec, parseRejectOptions(await body())),
    }),
  ];
}

function cobrRoutes(control: SimulatorControl): ControlRoute[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/cobrs/{txid}/settle',
      action: async ({ params: { txid }, body }) => {
        const fields = new BodyFields(await body());
        const outcome = fields.oneOf('status', OUTCOMES) ?? 'PAGA';
        const options = withoutUndefined({
          codigo: fields.oneOf('codigo', REJEICOES) as AttemptOptions['codigo'],
          reenviar: fields.boolean('reenviar'),
        });
        fields.check();
        return control.settleAttempt(txid, outcome as AttemptOutcome, options);
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/cobrs/{txid}/cancel',
      action: ({ params: { txid } }) => control.cancelByPayer(txid),
    }),
  ];
}

/** Converts a recurrence to an entry of the list, with its charges and whether its payer has no funds. */
function toEntry(state: SimulatorState, rec: RecRecord): RecurrenceEntry {
  return {
    idRec: rec.idRec,
    criacao: new Date(rec.createdAt).toISOString(),
    semSaldo: rec.lacksFunds,
    rec: toRecPesquisada(state, rec),
    cobrancas: state.cobrs.listByRec(rec.idRec).map((cobr) => toCobR(state.settings, cobr)),
  };
}

function parseApproveOptions(body: Readonly<Record<string, unknown>>): ApproveOptions {
  const fields = new BodyFields(body);
  const options = withoutUndefined({
    jornada: fields.oneOf('jornada', JORNADAS) as ApproveOptions['jornada'],
    valorMaximo: fields.text('valorMaximo'),
  });
  fields.check();
  return options;
}

function parseRejectOptions(body: Readonly<Record<string, unknown>>): RejectOptions {
  const fields = new BodyFields(body);
  const options = withoutUndefined({
    codigo: fields.oneOf('codigo', ['AP13', 'AP14']) as RejectOptions['codigo'],
    descricao: fields.text('descricao'),
  });
  fields.check();
  return options;
}

function parseCancelOptions(body: Readonly<Record<string, unknown>>): CancelOptions {
  const fields = new BodyFields(body);
  const options = withoutUndefined({
    solicitante: fields.oneOf('solicitante', SOLICITANTES),
    codigo: fields.oneOf('codigo', CANCELAMENTOS),
    descricao: fields.text('descricao'),
  });
  fields.check();
  return options;
}
