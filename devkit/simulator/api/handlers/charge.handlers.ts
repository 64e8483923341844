import { generateTxid, type Plain } from 'nestjs-pix';
import type { ConsultaCobVPayloadDto } from 'nestjs-pix/dto';
import { findCobVDays } from 'nestjs-pix/internal';
import { MUNICIPALITY } from 'nestjs-pix/spec';
import {
  checkNotPendingInBatch,
  createCob,
  putCob,
  putCobV,
  reviseCob,
  reviseCobV,
} from '../../domain/charge/charge.js';
import { putLote, reviseLote } from '../../domain/charge/lotecobv.js';
import { requestRefund } from '../../domain/payment/refund.js';
import type { SimulatorState } from '../../domain/state.js';
import { toCob, toCobV, toDevolucao, toLote, toPix } from '../../domain/views/charge.views.js';
import { toCobPayload, toCobVPayload, toRecPayload } from '../../domain/views/recurrence.views.js';
import type { CobVRecord, DevolucaoRecord, PayableRecord } from '../../families/charges.js';
import {
  refuse,
  requireFound,
  SimulatorProblem,
  violation,
  violationIf,
  type ProblemName,
} from '../../families/problems.js';
import { hasEnded } from '../../families/recurrences.js';
import { toDay } from '../../kernel/calendar.js';
import { chargeFields, pixFields, selectPage } from '../lists.js';
import type { TableHandlers } from './typed-handlers.js';

/** Handlers of the five operations of immediate charges. */
export function cobHandlers(state: SimulatorState): TableHandlers<'cob'> {
  const { settings, cobs } = state;
  return {
    'cob.create': ({ body }) => toCob(settings, createCob(state, generateTxid(), body)),

    'cob.createWithTxid': ({ params: { txid }, body }) =>
      toCob(settings, putCob(state, txid, body)),

    'cob.revise': ({ params, body }) =>
      toCob(settings, reviseCob(state, state.cobs.require(params.txid), body)),

    'cob.get': ({ params, filter }) => {
      const record = state.cobs.require(params.txid);
      return toCob(settings, record, findRevision(record, filter.revisao, 'CobConsultaInvalida'));
    },

    'cob.list': ({ filter }) => {
      const page = selectPage(cobs.findBy(chargeFields, filter), filter);
      return {
        parametros: page.parametros,
        cobs: page.items.map((record) => toCob(settings, record)),
      };
    },
  };
}

/** Handlers of the four operations of due-date charges. */
export function cobvHandlers(state: SimulatorState): TableHandlers<'cobv'> {
  const { settings, cobvs } = state;
  return {
    'cobv.createWithTxid': ({ params: { txid }, body }) => {
      checkNotPendingInBatch(state, txid);
      return toCobV(settings, putCobV(state, txid, body));
    },

    'cobv.revise': ({ params, body }) => {
      checkNotPendingInBatch(state, params.txid);
      return toCobV(settings, reviseCobV(state, state.cobvs.require(params.txid), body));
    },

    'cobv.get': ({ params, filter }) => {
      const record = state.cobvs.require(params.txid);
      return toCobV(settings, record, findRevision(record, filter.revisao, 'CobVConsultaInvalida'));
    },

    'cobv.list': ({ filter }) => {
      const page = selectPage(cobvs.findBy(chargeFields, filter), filter);
      return {
        parametros: page.parametros,
        cobs: page.items.map((record) => toCobV(settings, record)),
      };
    },
  };
}

interface Revised<Conteudo> {
  readonly revisao: number;
  readonly revisoes: readonly Conteudo[];
}

/**
 * Finds the content of a revision (parameter `revisao`).
 *
 * @param revisao Default: the current revision
 * @param problem error type if there is no such revision
 */
function findRevision<Conteudo>(
  record: Revised<Conteudo>,
  revisao: number | undefined,
  problem: ProblemName,
): { revisao: number; conteudo: Conteudo } {
  const number = revisao ?? record.revisao;
  const conteudo = record.revisoes[number];
  if (conteudo !== undefined) return { revisao: number, conteudo };
  throw new SimulatorProblem(problem, {
    violacoes: [violation('revisao', 'não existe para esta cobrança')],
  });
}

/** IBGE codes of the states of Brazil: the first two digits of a municipality's code. */
const STATES = new Set(
  '11 12 13 14 15 16 17 21 22 23 24 25 26 27 28 29 31 32 33 35 41 42 43 50 51 52 53'.split(' '),
);

/** Codes whose check digit does not follow the rule. */
const EXCEPTIONS = new Set(
  '2201919 2201988 2202251 2611533 3117836 3152131 4305871 5203939 5203962'.split(' '),
);

/**
 * Whether a code can be a municipality of IBGE's table: it begins with the code of a state and has
 * the right check digit. The table of 5,570 municipalities is not included.
 */
function isMunicipality(code: string): boolean {
  if (!MUNICIPALITY.test(code) || !STATES.has(code.slice(0, 2))) return false;
  return EXCEPTIONS.has(code) || Number(code[6]) === checkDigit(code);
}

/**
 * Calculates the check digit. Digits have the weights 1 and 2 in turn; the digits of a product
 * above 9 are added.
 */
function checkDigit(code: string): number {
  const products = Array.from(
    code.slice(0, 6),
    (digit, index) => Number(digit) * (1 + (index % 2)),
  );
  const sum = products.reduce((total, product) => total + (product > 9 ? product - 9 : product), 0);
  return (10 - (sum % 10)) % 10;
}

/** Handlers of the four operations of batches of due-date charges. The charges are processed after the response. */
export function lotecobvHandlers(state: SimulatorState): TableHandlers<'lotecobv'> {
  const { lotes } = state;
  return {
    'lotecobv.create': ({ params: { id }, body }) => {
      putLote(state, id, body);
    },

    'lotecobv.revise': ({ params, body }) => {
      reviseLote(state, state.lotes.require(params.id), body);
    },

    'lotecobv.get': ({ params }) => toLote(state.lotes.require(params.id)),

    'lotecobv.list': ({ filter }) => {
      const { parametros, items } = selectPage(lotes.byCreation, filter);
      return { parametros, lotes: items.map(toLote) };
    },
  };
}

interface PixParams {
  readonly e2eid: string;
}

interface RefundParams extends PixParams {
  readonly id: string;
}

/** Handlers of the four operations of received payments and their refunds. */
export function pixHandlers(state: SimulatorState): TableHandlers<'pix'> {
  return {
    'pix.get': ({ params }) => toPix(state.pix.require(params.e2eid)),

    'pix.list': ({ filter }) => {
      const page = selectPage(state.pix.findBy(pixFields, filter), filter);
      return { parametros: page.parametros, pix: page.items.map(toPix) };
    },

    'pix.refund': ({ params, body }) =>
      toDevolucao(requestRefund(state, state.pix.require(params.e2eid), params.id, body)),

    'pix.getRefund': ({ params }) => toDevolucao(findRefund(state, params)),
  };
}

export function findRefund(state: SimulatorState, params: RefundParams): DevolucaoRecord {
  const { devolucoes } = state.pix.require(params.e2eid);
  const record = devolucoes.find(({ id }) => id === params.id);
  return requireFound(record, 'PixDevolucaoNaoEncontrada');
}

type Consulta = Plain<ConsultaCobVPayloadDto> | undefined;

/**
 * Handlers of the three payload look-ups, which are public. A charge that is paid or has expired is returned with its
 * status, which is more useful to the payer than an error. A charge that was removed is not returned.
 *
 * @param sign signs a payload; its result is the response body
 */
export function payloadHandlers(
  state: SimulatorState,
  sign: (payload: object) => Promise<string>,
): TableHandlers<'payload'> {
  const { cobs, cobvs, recs, locs, locRecs, clock, settings } = state;
  const findTxid = ({ pixUrlAccessToken }: { readonly pixUrlAccessToken: string }) =>
    locs.find(pixUrlAccessToken)?.txid;
  return {
    'payload.getCob': ({ params }) => {
      const cob = requireLinked(cobs.get(findTxid(params)));
      return sign(toCobPayload(cob, clock.iso()));
    },

    'payload.getCobV': ({ params, filter }) => {
      const cobv = requireLinked(cobvs.get(findTxid(params)));
      const today = toDay(clock.now());
      checkConsulta(cobv, filter, today);
      return sign(toCobVPayload(settings, cobv, clock.iso(), filter.DPP ?? today));
    },

    'payload.getRec': ({ params: { recUrlAccessToken } }) => {
      const idRec = locRecs.find(recUrlAccessToken)?.idRec;
      const rec = requireFound(recs.get(idRec), 'RecPayloadNaoEncontrado');
      const rule = `referencia uma recorrência ${rec.status}`;
      refuse('RecPayloadOperacaoInvalida', violationIf(hasEnded(rec), 'recUrlAccessToken', rule));
      return sign(toRecPayload(state, rec));
    },
  };
}

/**
 * @throws SimulatorProblem `CobPayloadNaoEncontrado`: 404 if the location has no charge, 410 if its charge was removed
 */
function requireLinked<Charge extends PayableRecord>(linked: Charge | undefined): Charge {
  const charge = requireFound(linked, 'CobPayloadNaoEncontrado');
  if (charge.conteudo.status.startsWith('REMOVIDA')) {
    throw new SimulatorProblem('CobPayloadNaoEncontrado', {
      status: 410,
      detail: 'A cobrança desta location foi removida.',
    });
  }
  return charge;
}

function checkConsulta({ conteudo }: CobVRecord, consulta: Consulta, today: string): void {
  const { codMun, DPP = today } = consulta ?? {};
  const isUnknown = codMun !== undefined && !isMunicipality(codMun);
  const isLate = consulta?.DPP !== undefined && DPP > findCobVDays(conteudo).lastDay;
  refuse('CobPayloadOperacaoInvalida', [
    ...violationIf(isUnknown, 'codMun', 'não é um código da tabela de municípios do IBGE'),
    ...violationIf(DPP < today, 'DPP', 'é anterior a hoje'),
    ...violationIf(isLate, 'DPP', 'é posterior à validade da cobrança'),
  ]);
}
