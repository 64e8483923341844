import type { Plain } from 'nestjs-pix';
import { CobVRevisadaDto, CobVSolicitadaDto } from 'nestjs-pix/dto';
import { collectViolations, toViolacao } from 'nestjs-pix/spec';
import type { CobVRecord } from '../../families/cobv/cobv.record.js';
import type { LoteItem, LoteRecord } from '../../families/lotecobv/lotecobv.record.js';
import type { Draft, Frozen } from '../../kernel/draft.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { txidViolations } from './charge.rules.js';
import { putCobV, reviseCobV } from './cobv.commands.js';

/** Plans the processing of a batch that has pending requests. */
export function planLote(state: SimulatorState, lote: LoteRecord): void {
  if (lote.itens.every(({ status }) => status !== 'EM_PROCESSAMENTO')) return;
  state.agenda.plan(`lote ${lote.id}`, lote.processAt, () => {
    state.lotes.update(lote, (draft) => {
      for (const item of draft.itens) processItem(state, lote, item);
    });
  });
}

/**
 * Executes the pending request of one charge of a batch. If it fails, only that charge is denied.
 */
export function processItem(state: SimulatorState, lote: LoteRecord, item: Draft<LoteItem>): void {
  if (item.status !== 'EM_PROCESSAMENTO') return;
  try {
    const charge = execute(state, lote, item);
    item.status = 'CRIADA';
    item.createdAt = charge.createdAt;
  } catch (error) {
    if (!(error instanceof SimulatorProblem)) throw error;
    item.status = 'NEGADA';
    item.problema = error.body;
  }
}

function execute(
  state: SimulatorState,
  { numero }: LoteRecord,
  { txid, pedido }: Draft<LoteItem>,
): CobVRecord {
  const charge = state.cobvs.get(txid);
  if (charge !== undefined && charge.loteId !== numero) {
    // The charge was denied in this batch and another request has created it since.
    const violacoes = txidViolations(state, txid, 'cobv');
    throw new SimulatorProblem('CobVOperacaoInvalida', { violacoes });
  }
  if (pedido.acao === 'revisar' && charge !== undefined) {
    check(CobVRevisadaDto, pedido.body);
    return reviseCobV(state, charge, pedido.body);
  }
  check(CobVSolicitadaDto, pedido.body);
  return putCobV(state, txid, pedido.body as Frozen<Plain<CobVSolicitadaDto>>, numero);
}

function check(dto: typeof CobVSolicitadaDto | typeof CobVRevisadaDto, body: object): void {
  const violacoes = collectViolations(dto, body, 'cobv').map(toViolacao);
  if (violacoes.length > 0) throw new SimulatorProblem('CobVOperacaoInvalida', { violacoes });
}
