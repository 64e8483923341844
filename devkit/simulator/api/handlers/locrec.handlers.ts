import type { PayloadLocationRecFilter } from 'nestjs-pix';
import type { SimulatorState } from '../../domain/state/simulator-state.js';
import { toLocRec } from '../../domain/views/locrec.view.js';
import type { LocRecRecord } from '../../families/loc/location.record.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { toPageRequest, toParametros } from '../lists/list-reply.js';
import { selectPage } from '../lists/page.js';
import type { TableApi, TableHandlers } from './typed-handlers.js';

export const locrecApi: TableApi<'locrec'> = {
  handlers: locrecHandlers,
};

/** Handlers of the four operations of recurrence locations. */
function locrecHandlers(state: SimulatorState): TableHandlers<'locrec'> {
  const { locRecs, recs } = state;
  return {
    'locrec.create': () => toLocRec(locRecs.create()),

    'locrec.get': ({ params }) => toLocRec(find(state, params)),

    'locrec.unlinkIdRec': ({ params }) => {
      const loc = find(state, params);
      const rec = recs.get(loc.idRec);
      if (rec !== undefined) {
        recs.update(rec, (draft) => {
          draft.locId = undefined;
        });
      }
      locRecs.show(loc, undefined);
      return toLocRec(loc);
    },

    'locrec.list': ({ filter }) => {
      const page = selectPage(
        locRecs.byCreation,
        toPageRequest(filter),
        buildMatcher(state, filter),
      );
      return { parametros: toParametros(filter, page), loc: page.items.map(toLocRec) };
    },
  };
}

function find({ locRecs }: SimulatorState, { id }: { readonly id: string }): LocRecRecord {
  const loc = locRecs.get(Number(id));
  if (loc === undefined) throw new SimulatorProblem('PayloadLocationRecNaoEncontrado');
  return loc;
}

function buildMatcher(
  { recs }: SimulatorState,
  { idRecPresente, convenio }: PayloadLocationRecFilter,
): (loc: LocRecRecord) => boolean {
  return ({ idRec }) =>
    (idRecPresente === undefined || (idRec !== undefined) === idRecPresente) &&
    (convenio === undefined || recs.get(idRec)?.convenio === convenio);
}
