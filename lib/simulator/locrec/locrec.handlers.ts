import type { PayloadLocationRecFilter } from '../../contract/bodies.types.js';
import type { HandlerCall, Handlers } from '../http/call.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { SimulatorState } from '../simulator-state.js';
import { pageRequestOf, parametrosOf } from '../store/list-reply.js';
import { selectPage } from '../store/page.js';
import type { LocRecRecord } from './locrec.store.js';
import { toLocRec } from './locrec.view.js';

/** The four operations of locations of recurrences. */
export function locrecHandlers(state: SimulatorState): Handlers {
  const { locRecs, recs } = state;
  return {
    'locrec.create': () => toLocRec(locRecs.create()),

    'locrec.get': ({ params }: HandlerCall) => toLocRec(find(state, params)),

    'locrec.unlinkIdRec': ({ params }: HandlerCall) => {
      const loc = find(state, params);
      recs.leaveLocation(loc.idRec);
      locRecs.show(loc, undefined);
      return toLocRec(loc);
    },

    'locrec.list': ({ filter }: HandlerCall<unknown, PayloadLocationRecFilter>) => {
      const page = selectPage(locRecs.byCreation, pageRequestOf(filter), matcherOf(state, filter));
      return { parametros: parametrosOf(filter, page), loc: page.items.map(toLocRec) };
    },
  };
}

function find({ locRecs }: SimulatorState, { id }: Readonly<Record<string, string>>): LocRecRecord {
  const loc = locRecs.get(Number(id));
  if (loc === undefined) throw new SimulatorProblem('PayloadLocationRecNaoEncontrado');
  return loc;
}

function matcherOf(
  { recs }: SimulatorState,
  { idRecPresente, convenio }: PayloadLocationRecFilter,
): (loc: LocRecRecord) => boolean {
  return ({ idRec }) =>
    (idRecPresente === undefined || (idRec !== undefined) === idRecPresente) &&
    (convenio === undefined || recs.get(idRec ?? '')?.convenio === convenio);
}
