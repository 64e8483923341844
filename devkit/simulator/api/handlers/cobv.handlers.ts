import { putCobV, reviseCobV } from '../../domain/charge/cobv.commands.js';
import { checkNotPendingInBatch } from '../../domain/charge/cobv.rules.js';
import type { SimulatorState } from '../../domain/state/simulator-state.js';
import { toCobV } from '../../domain/views/cobv.view.js';
import type { CobVRecord } from '../../families/cobv/cobv.record.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { buildChargeMatcher, type ChargeFilter } from '../lists/charge.filter.js';
import { toParametros, toPageRequest } from '../lists/list-reply.js';
import { selectPage } from '../lists/page.js';
import { findRevision } from './charge-revision.js';
import type { TableApi, TableHandlers } from './typed-handlers.js';

type CobVFilter = ChargeFilter & { loteCobVId?: number };

export const cobvApi: TableApi<'cobv'> = {
  handlers: cobvHandlers,
};

/** Handlers of the four operations of due-date charges. */
function cobvHandlers(state: SimulatorState): TableHandlers<'cobv'> {
  const { settings, cobvs } = state;
  return {
    'cobv.createWithTxid': ({ params: { txid }, body }) => {
      checkNotPendingInBatch(state, txid);
      return toCobV(settings, putCobV(state, txid, body));
    },

    'cobv.revise': ({ params, body }) => {
      checkNotPendingInBatch(state, params.txid);
      return toCobV(settings, reviseCobV(state, findCobV(state, params), body));
    },

    'cobv.get': ({ params, filter }) => {
      const record = findCobV(state, params);
      return toCobV(settings, record, findRevision(record, filter.revisao, 'CobVConsultaInvalida'));
    },

    'cobv.list': ({ filter }) => {
      const page = selectPage(cobvs.byCreation, toPageRequest(filter), buildMatcher(filter));
      return {
        parametros: toParametros(filter, page),
        cobs: page.items.map((record) => toCobV(settings, record)),
      };
    },
  };
}

export function findCobV({ cobvs }: SimulatorState, { txid }: { readonly txid: string }) {
  const record = cobvs.get(txid);
  if (record === undefined) throw new SimulatorProblem('CobVNaoEncontrada');
  return record;
}

function buildMatcher(filter: CobVFilter): ((record: CobVRecord) => boolean) | undefined {
  const { loteCobVId } = filter;
  const matches = buildChargeMatcher(filter);
  if (loteCobVId === undefined) return matches;
  return (record) => record.loteId === loteCobVId && (matches?.(record) ?? true);
}
