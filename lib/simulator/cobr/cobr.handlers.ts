import type { CobRFilter, CobRSolicitada } from '../../contract/bodies.types.js';
import { generateTxid } from '../../identifiers/index.js';
import type { HandlerCall, Handlers } from '../http/call.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { SimulatorState } from '../simulator-state.js';
import { pageRequestOf, parametrosOf } from '../store/list-reply.js';
import { selectPage } from '../store/page.js';
import { cancelByReceiver, createCobR, retry } from './cobr.changes.js';
import type { CobRRecord } from './cobr.record.js';
import { toCobR } from './cobr.view.js';

/** The six operations of recurring charges. */
export function cobrHandlers(state: SimulatorState): Handlers {
  const { settings, cobrs } = state;
  return {
    'cobr.create': ({ body }: HandlerCall<CobRSolicitada>) =>
      toCobR(settings, createCobR(state, generateTxid(), body)),

    'cobr.createWithTxid': ({ params: { txid = '' }, body }: HandlerCall<CobRSolicitada>) =>
      toCobR(settings, createCobR(state, txid, body)),

    // The body's one status is CANCELADA: the contract's check has seen to it.
    'cobr.revise': ({ params }: HandlerCall) => {
      const cobr = findCobR(state, params);
      cancelByReceiver(state, cobr);
      return toCobR(settings, cobr);
    },

    'cobr.get': ({ params }: HandlerCall) => toCobR(settings, findCobR(state, params)),

    'cobr.list': ({ filter }: HandlerCall<unknown, CobRFilter>) => {
      const page = selectPage(cobrs.byCreation, pageRequestOf(filter), matcherOf(state, filter));
      return {
        parametros: parametrosOf(filter, page),
        cobsr: page.items.map((cobr) => toCobR(settings, cobr)),
      };
    },

    'cobr.retry': ({ params }: HandlerCall) => {
      const cobr = findCobR(state, params);
      retry(state, cobr, params.data ?? '');
      return toCobR(settings, cobr);
    },
  };
}

export function findCobR(
  { cobrs }: SimulatorState,
  { txid = '' }: Readonly<Record<string, string>>,
): CobRRecord {
  const cobr = cobrs.get(txid);
  if (cobr === undefined) throw new SimulatorProblem('CobRNaoEncontrado');
  return cobr;
}

function matcherOf(
  { recs }: SimulatorState,
  { idRec, cpf, cnpj, status, convenio }: CobRFilter,
): ((cobr: CobRRecord) => boolean) | undefined {
  const criteria = [idRec, cpf, cnpj, status, convenio];
  if (criteria.every((criterion) => criterion === undefined)) return undefined;
  return (cobr) => {
    const rec = recs.get(cobr.idRec);
    return (
      (idRec === undefined || cobr.idRec === idRec) &&
      (cpf === undefined || rec?.devedor.cpf === cpf) &&
      (cnpj === undefined || rec?.devedor.cnpj === cnpj) &&
      (status === undefined || cobr.status === status) &&
      (convenio === undefined || rec?.convenio === convenio)
    );
  };
}
