import { checkAtiva } from '../charge/charge.rules.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { SimulatorState } from '../simulator-state.js';

/** The provider removes a charge that is ATIVA. @throws SimulatorProblem */
export function removeByProvider({ cobs, cobvs }: SimulatorState, txid: string): void {
  for (const charges of [cobs, cobvs]) {
    const charge = charges.get(txid);
    if (charge === undefined) continue;
    checkAtiva(charge.conteudo.status, 'cob', 'CobOperacaoInvalida');
    charge.mark('REMOVIDA_PELO_PSP');
    charges.touch(txid);
    return;
  }
  throw new SimulatorProblem('CobNaoEncontrado');
}
