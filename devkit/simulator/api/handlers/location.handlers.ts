import type { PayloadLocationRecFilter } from 'nestjs-pix';
import { releaseCharge } from '../../domain/charge/cob.js';
import type { SimulatorState } from '../../domain/state.js';
import { toLoc } from '../../domain/views/charge.views.js';
import { toLocRec } from '../../domain/views/recurrence.views.js';
import type { LocRecord, LocRecRecord } from '../../families/locations.js';
import { SimulatorProblem } from '../../families/problems.js';
import { selectPage, toPageRequest, toParametros } from '../lists.js';
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
