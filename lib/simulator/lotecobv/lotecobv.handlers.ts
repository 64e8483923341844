import type { LoteCobVBody, LoteCobVBodyRevisado } from '../../contract/bodies.types.js';
import type { HandlerCall, Handlers } from '../http/call.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { SimulatorState } from '../simulator-state.js';
import { parametrosOf, pageRequestOf } from '../store/list-reply.js';
import type { ListFilter } from '../store/list-reply.js';
import { selectPage } from '../store/page.js';
import { askAgain, askForRevision, newItem } from './lotecobv.changes.js';
import { planLote, processItem } from './lotecobv.processing.js';
import type { LoteRecord } from './lotecobv.record.js';
import { checkCobrancasDoLote, checkMesmasCobrancas, checkNovo } from './lotecobv.rules.js';
import { toLote } from './lotecobv.view.js';

/** The four operations of batches of due-date charges. What they ask for is done later. */
export function lotecobvHandlers(state: SimulatorState): Handlers {
  const { lotes } = state;
  return {
    'lotecobv.create': ({ params: { id = '' }, body }: HandlerCall<LoteCobVBody>) => {
      const lote = lotes.get(id);
      if (lote === undefined) create(state, id, body);
      else repeat(state, lote, body);
    },

    'lotecobv.revise': ({ params, body }: HandlerCall<LoteCobVBodyRevisado>) => {
      const { descricao, cobsv = [] } = body;
      const lote = findLote(state, params);
      checkCobrancasDoLote(lote, cobsv);
      if (descricao !== undefined) lote.descricao = descricao;
      const changes = new Map(cobsv.map((change) => [change.txid, change]));
      for (const item of lote.itens) {
        const change = changes.get(item.txid);
        if (change === undefined) continue;
        // What was asked for before is done first, since a revision takes the place of none.
        processItem(state, lote, item);
        askForRevision(item, change);
      }
      process(state, lote);
    },

    'lotecobv.get': ({ params }: HandlerCall) => toLote(findLote(state, params)),

    'lotecobv.list': ({ filter }: HandlerCall<unknown, ListFilter>) => {
      const page = selectPage(lotes.byCreation, pageRequestOf(filter));
      return { parametros: parametrosOf(filter, page), lotes: page.items.map(toLote) };
    },
  };
}

export function findLote({ lotes }: SimulatorState, { id = '' }: Readonly<Record<string, string>>) {
  const lote = lotes.get(id);
  if (lote === undefined) throw new SimulatorProblem('LoteCobVNaoEncontrado');
  return lote;
}

function create(state: SimulatorState, id: string, { descricao, cobsv }: LoteCobVBody): void {
  checkNovo(state, cobsv);
  const criadoEm = state.clock.now();
  const lote: LoteRecord = {
    id,
    numero: state.lotes.numberFor(id),
    descricao,
    criadoEm,
    itens: cobsv.map(newItem),
    processaEm: criadoEm + state.settings.processingDelay,
  };
  state.lotes.add(lote);
  planLote(state, lote);
}

function repeat(state: SimulatorState, lote: LoteRecord, { descricao, cobsv }: LoteCobVBody): void {
  checkMesmasCobrancas(lote, cobsv);
  lote.descricao = descricao;
  const bodies = new Map(cobsv.map((body) => [body.txid, body]));
  for (const item of lote.itens) {
    const body = bodies.get(item.txid);
    if (body !== undefined) askAgain(item, body);
  }
  process(state, lote);
}

function process(state: SimulatorState, lote: LoteRecord): void {
  lote.processaEm = state.clock.now() + state.settings.processingDelay;
  state.lotes.tell(lote);
  planLote(state, lote);
}
