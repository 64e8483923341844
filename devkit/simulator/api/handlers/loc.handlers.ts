import { releaseCharge } from '../../domain/charge/charge-location.js';
import type { SimulatorState } from '../../domain/state/simulator-state.js';
import { toLoc } from '../../domain/views/loc.view.js';
import type { LocRecord } from '../../families/loc/location.record.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { toPageRequest, toParametros } from '../lists/list-reply.js';
import { selectPage } from '../lists/page.js';
import type { TableApi, TableHandlers } from './typed-handlers.js';

export const locApi: TableApi<'loc'> = {
  handlers: locHandlers,
};

/** Handlers of the four operations of charge locations. */
function locHandlers(state: SimulatorState): TableHandlers<'loc'> {
  const { locs } = state;
  return {
    'loc.create': ({ body }) => toLoc(locs.create(body.tipoCob)),

    'loc.get': ({ params }) => toLoc(findLoc(state, params)),

    'loc.unlinkTxid': ({ params }) => {
      const loc = findLoc(state, params);
      releaseCharge(state, loc);
      locs.show(loc, undefined);
      return toLoc(loc);
    },

    'loc.list': ({ filter }) => {
      const { txIdPresente, tipoCob } = filter;
      const matches = ({ txid, tipoCob: tipo }: LocRecord): boolean =>
        (txIdPresente === undefined || (txid !== undefined) === txIdPresente) &&
        (tipoCob === undefined || tipo === tipoCob);
      const page = selectPage(locs.byCreation, toPageRequest(filter), matches);
      return { parametros: toParametros(filter, page), loc: page.items.map(toLoc) };
    },
  };
}

export function findLoc({ locs }: SimulatorState, { id }: { readonly id: string }): LocRecord {
  const loc = locs.get(Number(id));
  if (loc === undefined) throw new SimulatorProblem('PayloadLocationNaoEncontrado');
  return loc;
}
