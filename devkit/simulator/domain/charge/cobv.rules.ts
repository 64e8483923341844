import { CobVSolicitadaDto } from 'nestjs-pix/dto';
import { collectViolations, toViolacao } from 'nestjs-pix/spec';
import type { CobVConteudo, CobVRecord } from '../../families/cobv/cobv.record.js';
import { toDay } from '../../kernel/calendar/civil-date.js';
import { SimulatorProblem, type SimulatorViolation } from '../../problems/simulator-problem.js';
import { violation } from '../../problems/violation.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { chaveViolations, locViolations, txidViolations } from './charge.rules.js';

/**
 * Checks the rules of a creation that depend on the state (specification, `CobVOperacaoInvalida`).
 *
 * @throws SimulatorProblem
 */
export function checkCreation(
  state: SimulatorState,
  conteudo: CobVConteudo,
  txid: string,
  locId: number | undefined,
): void {
  refuse([
    ...txidViolations(state, txid, 'cobv'),
    ...vencimentoViolations(conteudo, state.clock.now()),
    ...chaveViolations(state, conteudo.chave, 'cobv'),
    ...locViolations(state, locId, 'cobv', txid),
  ]);
}

/**
 * Checks the rules of a revision that depend on the state, and the resulting content as a whole.
 *
 * @throws SimulatorProblem
 */
export function checkRevision(
  state: SimulatorState,
  conteudo: CobVConteudo,
  { txid, createdAt }: CobVRecord,
  locId: number | undefined,
): void {
  const { dataDeVencimento, validadeAposVencimento, devedor, valor, chave } = conteudo;
  const whole = {
    calendario: { dataDeVencimento, validadeAposVencimento },
    devedor,
    valor,
    chave,
  };
  refuse([
    ...collectViolations(CobVSolicitadaDto, whole, 'cobv').map(toViolacao),
    ...vencimentoViolations(conteudo, createdAt),
    ...chaveViolations(state, chave, 'cobv'),
    ...locViolations(state, locId, 'cobv', txid),
  ]);
}

/**
 * Throws if the charge is pending or denied in a batch: such a charge cannot be changed outside its
 * batch.
 */
export function checkNotPendingInBatch({ lotes }: SimulatorState, txid: string): void {
  const item = lotes.findItem(txid);
  if (item === undefined || item.status === 'CRIADA') return;
  refuse([violation('cobv.txid', `está em um lote, no status ${item.status}`, txid)]);
}

function vencimentoViolations(
  { dataDeVencimento }: CobVConteudo,
  createdAt: number,
): SimulatorViolation[] {
  if (dataDeVencimento >= toDay(createdAt)) return [];
  return [
    violation('cobv.calendario.dataDeVencimento', 'é anterior à data de criação da cobrança'),
  ];
}

function refuse(violacoes: SimulatorViolation[]): void {
  if (violacoes.length > 0) throw new SimulatorProblem('CobVOperacaoInvalida', { violacoes });
}
