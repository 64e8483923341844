import type { Plain } from 'nestjs-pix';
import type { LoteCobVBodyDto, LoteCobVBodyRevisadoDto } from 'nestjs-pix/dto';
import type { LoteRecord } from '../../families/lotecobv/lotecobv.record.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { requestCreation, requestRevision, newItem } from './lotecobv.items.js';
import { processItem } from './lotecobv.processing.js';
import { checkChargesInBatch, checkSameCharges, checkCreation } from './lotecobv.rules.js';

/**
 * Creates a batch, or requests all charges of the batch that has this id again.
 *
 * @throws SimulatorProblem `LoteCobVOperacaoInvalida`
 */
export function putLote(state: SimulatorState, id: string, body: Plain<LoteCobVBodyDto>): void {
  const existing = state.lotes.get(id);
  if (existing === undefined) createLote(state, id, body);
  else repeatLote(state, existing, body);
}

/**
 * Requests the revision of some charges of a batch.
 * @throws SimulatorProblem `LoteCobVOperacaoInvalida`
 */
export function reviseLote(
  state: SimulatorState,
  lote: LoteRecord,
  { descricao, cobsv = [] }: Plain<LoteCobVBodyRevisadoDto>,
): void {
  checkChargesInBatch(lote, cobsv);
  const changes = new Map(cobsv.map((change) => [change.txid, change]));
  state.lotes.update(lote, (draft) => {
    if (descricao !== undefined) draft.descricao = descricao;
    for (const item of draft.itens) {
      const change = changes.get(item.txid);
      if (change === undefined) continue;
      // The pending request is executed first: a revision does not replace it.
      processItem(state, lote, item);
      requestRevision(item, change);
    }
    draft.processAt = nextProcessing(state);
  });
}

function createLote(
  state: SimulatorState,
  id: string,
  { descricao, cobsv }: Plain<LoteCobVBodyDto>,
): void {
  checkCreation(state, cobsv);
  state.lotes.add({
    id,
    numero: state.lotes.numberFor(id),
    descricao,
    createdAt: state.clock.now(),
    itens: cobsv.map(newItem),
    processAt: nextProcessing(state),
  });
}

function repeatLote(
  state: SimulatorState,
  lote: LoteRecord,
  { descricao, cobsv }: Plain<LoteCobVBodyDto>,
): void {
  checkSameCharges(lote, cobsv);
  const bodies = new Map(cobsv.map((body) => [body.txid, body]));
  state.lotes.update(lote, (draft) => {
    draft.descricao = descricao;
    for (const item of draft.itens) {
      const body = bodies.get(item.txid);
      if (body !== undefined) requestCreation(item, body);
    }
    draft.processAt = nextProcessing(state);
  });
}

function nextProcessing({ clock, settings }: SimulatorState): number {
  return clock.now() + settings.processingDelay;
}
