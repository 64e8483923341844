import { generateTxid } from 'nestjs-pix';
import { createCob, putCob, reviseCob } from '../../domain/charge/cob.commands.js';
import type { SimulatorState } from '../../domain/state/simulator-state.js';
import { toCob } from '../../domain/views/cob.view.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { buildChargeMatcher } from '../lists/charge.filter.js';
import { toParametros, toPageRequest } from '../lists/list-reply.js';
import { selectPage } from '../lists/page.js';
import { findRevision } from './charge-revision.js';
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
