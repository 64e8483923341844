import { LoteDto, LoteRevisadoDto } from '../../domain/charge/lotecobv.bodies.js';
import { putLote, reviseLote } from '../../domain/charge/lotecobv.commands.js';
import { planLote } from '../../domain/charge/lotecobv.processing.js';
import type { SimulatorState } from '../../domain/state/simulator-state.js';
import { toLote } from '../../domain/views/lotecobv.view.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { toParametros, toPageRequest } from '../lists/list-reply.js';
import { selectPage } from '../lists/page.js';
import type { TableApi, TableHandlers } from './typed-handlers.js';

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
