import { releaseCharge } from '../../domain/charge/charge.js';
import type { SimulatorState } from '../../domain/state.js';
import { toLoc } from '../../domain/views/charge.views.js';
import { toLocRec } from '../../domain/views/recurrence.views.js';
import type { LocRecord, LocRecRecord } from '../../families/locations.js';
import type { FieldReaders } from '../../kernel/field-index.js';
import { selectPage } from '../lists.js';
import type { TableHandlers } from './typed-handlers.js';

/** The fields of locations by which lists are filtered. */
const locFields = {
  txIdPresente: ({ txid }) => txid !== undefined,
  tipoCob: ({ tipoCob }) => tipoCob,
} satisfies FieldReaders<LocRecord>;

/** Handlers of the four operations of charge locations. */
export function locHandlers(state: SimulatorState): TableHandlers<'loc'> {
  const { locs } = state;
  return {
    'loc.create': ({ body }) => toLoc(locs.create(body.tipoCob)),

    'loc.get': ({ params }) => toLoc(state.locs.require(Number(params.id))),

    'loc.unlinkTxid': ({ params }) => {
      const loc = state.locs.require(Number(params.id));
      releaseCharge(state, loc);
      locs.show(loc, undefined);
      return toLoc(loc);
    },

    'loc.list': ({ filter }) => {
      const { parametros, items } = selectPage(locs.findBy(locFields, filter), filter);
      return { parametros, loc: items.map(toLoc) };
    },
  };
}

/** Handlers of the four operations of recurrence locations. */
export function locrecHandlers(state: SimulatorState): TableHandlers<'locrec'> {
  const { locRecs, recs } = state;
  const locRecFields: FieldReaders<LocRecRecord> = {
    idRecPresente: ({ idRec }) => idRec !== undefined,
    convenio: ({ idRec }) => recs.get(idRec)?.convenio,
  };
  return {
    'locrec.create': () => toLocRec(locRecs.create()),

    'locrec.get': ({ params }) => toLocRec(state.locRecs.require(Number(params.id))),

    'locrec.unlinkIdRec': ({ params }) => {
      const loc = state.locRecs.require(Number(params.id));
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
      const { parametros, items } = selectPage(locRecs.findBy(locRecFields, filter), filter);
      return { parametros, loc: items.map(toLocRec) };
    },
  };
}
