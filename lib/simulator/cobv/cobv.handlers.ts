import type { CobVRevisada, CobVSolicitada } from '../../contract/bodies.types.js';
import { chargeMatcher } from '../charge/charge.filter.js';
import type { ChargeFilter } from '../charge/charge.filter.js';
import { revisionOf } from '../charge/charge-revision.js';
import type { HandlerCall, Handlers } from '../http/call.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { SimulatorState } from '../simulator-state.js';
import { parametrosOf, pageRequestOf } from '../store/list-reply.js';
import { selectPage } from '../store/page.js';
import { putCobV, reviseCobV } from './cobv.operations.js';
import type { CobVRecord } from './cobv.record.js';
import { checkLote } from './cobv.rules.js';
import { toCobV } from './cobv.view.js';

type CobVFilter = ChargeFilter & { loteCobVId?: number };

/** The four operations of due-date charges. */
export function cobvHandlers(state: SimulatorState): Handlers {
  const { settings, cobvs } = state;
  return {
    'cobv.createWithTxid': ({ params: { txid = '' }, body }: HandlerCall<CobVSolicitada>) => {
      checkLote(state, txid);
      return toCobV(settings, putCobV(state, txid, body));
    },

    'cobv.revise': ({ params, body }: HandlerCall<CobVRevisada>) => {
      checkLote(state, params.txid ?? '');
      return toCobV(settings, reviseCobV(state, findCobV(state, params), body));
    },

    'cobv.get': ({ params, filter }: HandlerCall<unknown, { revisao?: number } | undefined>) => {
      const record = findCobV(state, params);
      return toCobV(settings, record, revisionOf(record, filter?.revisao, 'CobVConsultaInvalida'));
    },

    'cobv.list': ({ filter }: HandlerCall<unknown, CobVFilter>) => {
      const page = selectPage(cobvs.byCreation, pageRequestOf(filter), matcherOf(filter));
      return {
        parametros: parametrosOf(filter, page),
        cobs: page.items.map((record) => toCobV(settings, record)),
      };
    },
  };
}

export function findCobV(
  { cobvs }: SimulatorState,
  { txid = '' }: Readonly<Record<string, string>>,
) {
  const record = cobvs.get(txid);
  if (record === undefined) throw new SimulatorProblem('CobVNaoEncontrada');
  return record;
}

function matcherOf(filter: CobVFilter): ((record: CobVRecord) => boolean) | undefined {
  const { loteCobVId } = filter;
  const matches = chargeMatcher(filter);
  if (loteCobVId === undefined) return matches;
  return (record) => record.loteId === loteCobVId && (matches?.(record) ?? true);
}
