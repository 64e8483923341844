import type {
  DevolucaoSolicitadaDto,
  ParametrosConsultaPixDto,
} from '../../contract/pix/pix.dto.js';
import type { HandlerCall, Handlers } from '../http/call.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { SimulatorState } from '../simulator-state.js';
import { pageRequestOf, parametrosOf } from '../store/list-reply.js';
import { selectPage } from '../store/page.js';
import { pixMatcher } from './pix.filter.js';
import type { DevolucaoRecord, PixRecord } from './pix.record.js';
import { toDevolucao, toPix } from './pix.view.js';
import { requestRefund } from './refund.js';

type Params = Readonly<Record<string, string>>;

/** The four operations of received payments and their refunds. */
export function pixHandlers(state: SimulatorState): Handlers {
  return {
    'pix.get': ({ params }: HandlerCall) => toPix(findPix(state, params)),

    'pix.list': ({ filter }: HandlerCall<unknown, ParametrosConsultaPixDto>) => {
      const page = selectPage(state.pix.byTime, pageRequestOf(filter), pixMatcher(filter));
      return { parametros: parametrosOf(filter, page), pix: page.items.map(toPix) };
    },

    'pix.refund': ({ params, body }: HandlerCall<DevolucaoSolicitadaDto>) =>
      toDevolucao(requestRefund(state, findPix(state, params), params.id ?? '', body)),

    'pix.getRefund': ({ params }: HandlerCall) => toDevolucao(findRefund(state, params)),
  };
}

export function findPix({ pix }: SimulatorState, { e2eid = '' }: Params): PixRecord {
  const record = pix.get(e2eid);
  if (record === undefined) throw new SimulatorProblem('PixNaoEncontrado');
  return record;
}

export function findRefund(state: SimulatorState, params: Params): DevolucaoRecord {
  const record = findPix(state, params).devolucoes.find(({ id }) => id === params.id);
  if (record === undefined) throw new SimulatorProblem('PixDevolucaoNaoEncontrada');
  return record;
}
