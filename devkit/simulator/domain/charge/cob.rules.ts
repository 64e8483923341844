import { CobValorDto } from 'nestjs-pix/dto';
import { collectViolations, toViolacao } from 'nestjs-pix/spec';
import type { CobConteudo } from '../../families/cob/cob.record.js';
import { SimulatorProblem, type SimulatorViolation } from '../../problems/simulator-problem.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { chaveViolations, locViolations, txidViolations } from './charge.rules.js';

/**
 * Checks the rules of a creation that depend on the state (specification, `CobOperacaoInvalida`).
 *
 * @throws SimulatorProblem
 */
export function checkCreation(
  state: SimulatorState,
  { chave }: CobConteudo,
  txid: string,
  locId: number | undefined,
): void {
  refuse([
    ...txidViolations(state, txid, 'cob'),
    ...chaveViolations(state, chave, 'cob'),
    ...locViolations(state, locId, 'cob', txid),
  ]);
}

/**
 * Checks the rules of a revision that depend on the state, and the resulting amount.
 * @throws SimulatorProblem
 */
export function checkRevision(
  state: SimulatorState,
  { chave, valor }: CobConteudo,
  txid: string,
  locId: number | undefined,
): void {
  refuse([
    ...collectViolations(CobValorDto, valor, 'cob.valor').map(toViolacao),
    ...chaveViolations(state, chave, 'cob'),
    ...locViolations(state, locId, 'cob', txid),
  ]);
}

function refuse(violacoes: SimulatorViolation[]): void {
  if (violacoes.length > 0) throw new SimulatorProblem('CobOperacaoInvalida', { violacoes });
}
