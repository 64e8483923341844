import type { CobVSolicitada } from '../../contract/bodies.types.js';
import { CobVRevisadaDto, CobVSolicitadaDto } from '../../contract/cobv/cobv.dto.js';
import { collectViolations } from '../../contract/validation/index.js';
import { txidViolations } from '../charge/charge.rules.js';
import { putCobV, reviseCobV } from '../cobv/cobv.operations.js';
import type { CobVRecord } from '../cobv/cobv.record.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { SimulatorState } from '../simulator-state.js';
import type { LoteItem, LoteRecord } from './lotecobv.record.js';

/** Plans what a batch is yet to do, for the instant that it is to be done at. */
export function planLote(state: SimulatorState, lote: LoteRecord): void {
  if (lote.itens.every(({ status }) => status !== 'EM_PROCESSAMENTO')) return;
  state.agenda.plan(`lote ${lote.id}`, lote.processaEm, () => {
    for (const item of lote.itens) processItem(state, lote, item);
    state.lotes.tell(lote);
  });
}

/**
 * Does what is yet to be done with a charge, by itself: one that is refused keeps none of the others from being made.
 */
export function processItem(state: SimulatorState, lote: LoteRecord, item: LoteItem): void {
  if (item.status !== 'EM_PROCESSAMENTO') return;
  try {
    const charge = carryOut(state, lote, item);
    item.status = 'CRIADA';
    item.criadaEm = charge.criadoEm;
  } catch (error) {
    if (!(error instanceof SimulatorProblem)) throw error;
    item.status = 'NEGADA';
    item.problema = error.body;
  }
}

function carryOut(
  state: SimulatorState,
  { numero }: LoteRecord,
  { txid, pedido }: LoteItem,
): CobVRecord {
  const charge = state.cobvs.get(txid);
  if (charge !== undefined && charge.loteId !== numero) {
    // Denied here, it was made by another batch since.
    const violacoes = txidViolations(state, txid, 'cobv');
    throw new SimulatorProblem('CobVOperacaoInvalida', { violacoes });
  }
  if (pedido.acao === 'revisar' && charge !== undefined) {
    check(CobVRevisadaDto, pedido.body);
    return reviseCobV(state, charge, pedido.body);
  }
  check(CobVSolicitadaDto, pedido.body);
  return putCobV(state, txid, pedido.body as CobVSolicitada, numero);
}

function check(dto: typeof CobVSolicitadaDto | typeof CobVRevisadaDto, body: object): void {
  const violacoes = collectViolations(dto, body, 'cobv');
  if (violacoes.length > 0) throw new SimulatorProblem('CobVOperacaoInvalida', { violacoes });
}
