import type {
  ParametrosConsultaPayloadLocationDto,
  PayloadLocationSolicitadaDto,
} from '../../contract/loc/loc.dto.js';
import type { HandlerCall, Handlers } from '../http/call.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { SimulatorState } from '../simulator-state.js';
import { pageRequestOf, parametrosOf } from '../store/list-reply.js';
import { selectPage } from '../store/page.js';
import type { LocRecord } from './loc.store.js';
import { toLoc } from './loc.view.js';

/** The four operations of charge locations. */
export function locHandlers(state: SimulatorState): Handlers {
  const { locs, cobs, cobvs } = state;
  return {
    'loc.create': ({ body }: HandlerCall<PayloadLocationSolicitadaDto>) =>
      toLoc(locs.create(body.tipoCob)),

    'loc.get': ({ params }: HandlerCall) => toLoc(find(state, params)),

    'loc.unlinkTxid': ({ params }: HandlerCall) => {
      const loc = find(state, params);
      for (const charges of [cobs, cobvs]) charges.leaveLocation(loc.txid);
      locs.show(loc, undefined);
      return toLoc(loc);
    },

    'loc.list': ({ filter }: HandlerCall<unknown, ParametrosConsultaPayloadLocationDto>) => {
      const { txIdPresente, tipoCob } = filter;
      const matches = ({ txid, tipoCob: tipo }: LocRecord): boolean =>
        (txIdPresente === undefined || (txid !== undefined) === txIdPresente) &&
        (tipoCob === undefined || tipo === tipoCob);
      const page = selectPage(locs.byCreation, pageRequestOf(filter), matches);
      return { parametros: parametrosOf(filter, page), loc: page.items.map(toLoc) };
    },
  };
}

function find({ locs }: SimulatorState, { id }: Readonly<Record<string, string>>): LocRecord {
  const loc = locs.get(Number(id));
  if (loc === undefined) throw new SimulatorProblem('PayloadLocationNaoEncontrado');
  return loc;
}
