import { requestRefund, planRefunds } from '../../domain/payment/refund.js';
import type { SimulatorState } from '../../domain/state/simulator-state.js';
import { toDevolucao, toPix } from '../../domain/views/pix.view.js';
import type { DevolucaoRecord, PixRecord } from '../../families/pix/pix.record.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { toPageRequest, toParametros } from '../lists/list-reply.js';
import { selectPage } from '../lists/page.js';
import { buildPixMatcher } from '../lists/pix.filter.js';
import type { TableApi, TableHandlers } from './typed-handlers.js';

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
