import { generateTxid, type Plain } from 'nestjs-pix';
import type { ConsultaCobVPayloadDto } from 'nestjs-pix/dto';
import { MUNICIPALITY } from 'nestjs-pix/spec';
import { createCob, putCob, reviseCob } from '../../domain/charge/cob.js';
import { checkNotPendingInBatch, putCobV, reviseCobV } from '../../domain/charge/cobv.js';
import {
  LoteDto,
  LoteRevisadoDto,
  planLote,
  putLote,
  reviseLote,
} from '../../domain/charge/lotecobv.js';
import { planRefunds, requestRefund } from '../../domain/payment/refund.js';
import type { SimulatorState } from '../../domain/state.js';
import { toCob, toCobV, toDevolucao, toLote, toPix } from '../../domain/views/charge.views.js';
import { toCobPayload, toCobVPayload, toRecPayload } from '../../domain/views/recurrence.views.js';
import type { CobVRecord, DevolucaoRecord, PixRecord } from '../../families/charges.js';
import { refuse, SimulatorProblem, violation, type ProblemName } from '../../families/problems.js';
import { hasEnded } from '../../families/recurrences.js';
import { findLastDay, toDay } from '../../kernel/calendar.js';
import {
  buildChargeMatcher,
  buildPixMatcher,
  selectPage,
  toPageRequest,
  toParametros,
  type ChargeFilter,
} from '../lists.js';
import type { TableApi, TableHandlers } from './typed-handlers.js';

export const cobApi: TableApi<'cob'> = {
  handlers: cobHandlers,
};

/** Handlers of the five operations of immediate charges. */
function cobHandlers(state: SimulatorState): TableHandlers<'cob'> {
  const { settings, cobs } = state;
  return {
    'cob.create': ({ body }) => toCob(settings, createCob(state, generateTxid(), body)),

    'cob.createWithTxid': ({ params: { txid }, body }) =>
      toCob(settings, putCob(state, txid, body)),

    'cob.revise': ({ params, body }) =>
      toCob(settings, reviseCob(state, findCob(state, params), body)),

    'cob.get': ({ params, filter }) => {
      const record = findCob(state, params);
      return toCob(settings, record, findRevision(record, filter.revisao, 'CobConsultaInvalida'));
    },

    'cob.list': ({ filter }) => {
      const page = selectPage(cobs.byCreation, toPageRequest(filter), buildChargeMatcher(filter));
      return {
        parametros: toParametros(filter, page),
        cobs: page.items.map((record) => toCob(settings, record)),
      };
    },
  };
}

export function findCob({ cobs }: SimulatorState, { txid }: { readonly txid: string }) {
  const record = cobs.get(txid);
  if (record === undefined) throw new SimulatorProblem('CobNaoEncontrado');
  return record;
}

type CobVFilter = ChargeFilter & { loteCobVId?: number };

export const cobvApi: TableApi<'cobv'> = {
  handlers: cobvHandlers,
};

/** Handlers of the four operations of due-date charges. */
function cobvHandlers(state: SimulatorState): TableHandlers<'cobv'> {
  const { settings, cobvs } = state;
  return {
    'cobv.createWithTxid': ({ params: { txid }, body }) => {
      checkNotPendingInBatch(state, txid);
      return toCobV(settings, putCobV(state, txid, body));
    },

    'cobv.revise': ({ params, body }) => {
      checkNotPendingInBatch(state, params.txid);
      return toCobV(settings, reviseCobV(state, findCobV(state, params), body));
    },

    'cobv.get': ({ params, filter }) => {
      const record = findCobV(state, params);
      return toCobV(settings, record, findRevision(record, filter.revisao, 'CobVConsultaInvalida'));
    },

    'cobv.list': ({ filter }) => {
      const page = selectPage(cobvs.byCreation, toPageRequest(filter), buildMatcher(filter));
      return {
        parametros: toParametros(filter, page),
        cobs: page.items.map((record) => toCobV(settings, record)),
      };
    },
  };
}

export function findCobV({ cobvs }: SimulatorState, { txid }: { readonly txid: string }) {
  const record = cobvs.get(txid);
  if (record === undefined) throw new SimulatorProblem('CobVNaoEncontrada');
  return record;
}

function buildMatcher(filter: CobVFilter): ((record: CobVRecord) => boolean) | undefined {
  const { loteCobVId } = filter;
  const matches = buildChargeMatcher(filter);
  if (loteCobVId === undefined) return matches;
  return (record) => record.loteId === loteCobVId && (matches?.(record) ?? true);
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

export const lotecobvApi: TableApi<'lotecobv'> = {
  handlers: lotecobvHandlers,
  bodies: { 'lotecobv.create': LoteDto, 'lotecobv.revise': LoteRevisadoDto },
  plan: (state) => {
    state.lotes.planWith({ plan: (lote) => planLote(state, lote) });
  },
};

/** Handlers of the four operations of batches of due-date charges. The charges are processed after the response. */
function lotecobvHandlers(state: SimulatorState): TableHandlers<'lotecobv'> {
  const { lotes } = state;
  return {
    'lotecobv.create': ({ params: { id }, body }) => {
      putLote(state, id, body);
    },

    'lotecobv.revise': ({ params, body }) => {
      reviseLote(state, findLote(state, params), body);
    },

    'lotecobv.get': ({ params }) => toLote(findLote(state, params)),

    'lotecobv.list': ({ filter }) => {
      const page = selectPage(lotes.byCreation, toPageRequest(filter));
      return { parametros: toParametros(filter, page), lotes: page.items.map(toLote) };
    },
  };
}

export function findLote({ lotes }: SimulatorState, { id }: { readonly id: string }) {
  const lote = lotes.get(id);
  if (lote === undefined) throw new SimulatorProblem('LoteCobVNaoEncontrado');
  return lote;
}

interface PixParams {
  readonly e2eid: string;
}

interface RefundParams extends PixParams {
  readonly id: string;
}

export const pixApi: TableApi<'pix'> = {
  handlers: pixHandlers,
  plan: (state) => {
    state.pix.planWith({ plan: (pix) => planRefunds(state, pix) });
  },
};

/** Handlers of the four operations of received payments and their refunds. */
function pixHandlers(state: SimulatorState): TableHandlers<'pix'> {
  return {
    'pix.get': ({ params }) => toPix(findPix(state, params)),

    'pix.list': ({ filter }) => {
      const page = selectPage(state.pix.byCreation, toPageRequest(filter), buildPixMatcher(filter));
      return { parametros: toParametros(filter, page), pix: page.items.map(toPix) };
    },

    'pix.refund': ({ params, body }) =>
      toDevolucao(requestRefund(state, findPix(state, params), params.id, body)),

    'pix.getRefund': ({ params }) => toDevolucao(findRefund(state, params)),
  };
}

export function findPix({ pix }: SimulatorState, { e2eid }: PixParams): PixRecord {
  const record = pix.get(e2eid);
  if (record === undefined) throw new SimulatorProblem('PixNaoEncontrado');
  return record;
}

export function findRefund(state: SimulatorState, params: RefundParams): DevolucaoRecord {
  const record = findPix(state, params).devolucoes.find(({ id }) => id === params.id);
  if (record === undefined) throw new SimulatorProblem('PixDevolucaoNaoEncontrada');
  return record;
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
      const rec = recs.get(locRecs.find(recUrlAccessToken)?.idRec);
      if (rec === undefined) throw new SimulatorProblem('RecPayloadNaoEncontrado');
      if (hasEnded(rec)) {
        throw new SimulatorProblem('RecPayloadOperacaoInvalida', {
          violacoes: [violation('recUrlAccessToken', `referencia uma recorrência ${rec.status}`)],
        });
      }
      return sign(toRecPayload(state, rec));
    },
  };
}

/**
 * @throws SimulatorProblem `CobPayloadNaoEncontrado`: 404 if the location has no charge, 410 if its charge was removed
 */
function requireLinked<Charge extends { readonly conteudo: { readonly status: string } }>(
  charge: Charge | undefined,
): Charge {
  if (charge === undefined) throw new SimulatorProblem('CobPayloadNaoEncontrado');
  if (charge.conteudo.status.startsWith('REMOVIDA')) {
    throw new SimulatorProblem('CobPayloadNaoEncontrado', {
      status: 410,
      detail: 'A cobrança desta location foi removida.',
    });
  }
  return charge;
}

function checkConsulta({ conteudo }: CobVRecord, consulta: Consulta, today: string): void {
  const { codMun, DPP } = consulta ?? {};
  const violacoes = [
    ...(codMun === undefined || isMunicipality(codMun)
      ? []
      : [violation('codMun', 'não é um código da tabela de municípios do IBGE')]),
    ...(DPP === undefined || DPP >= today ? [] : [violation('DPP', 'é anterior a hoje')]),
    ...(DPP === undefined || DPP <= findLastDay(conteudo)
      ? []
      : [violation('DPP', 'é posterior à validade da cobrança')]),
  ];
  refuse('CobPayloadOperacaoInvalida', violacoes);
}
