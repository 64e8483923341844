import { checkAtiva } from '../charge/charge.rules.js';
import { familyProblems } from '../problems/family-problems.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { SimulatorState } from '../simulator-state.js';

/** The provider removes a charge that is ATIVA. @throws SimulatorProblem */
export function removeByProvider({ cobs, cobvs }: SimulatorState, txid: string): void {
  const kinds = [
    { charges: cobs, ...familyProblems.cob },
    { charges: cobvs, ...familyProblems.cobv },
  ];
  for (const { charges, root, operacaoInvalida } of kinds) {
    const charge = charges.get(txid);
    if (charge === undefined) continue;
    checkAtiva(charge.conteudo.status, root, operacaoInvalida);
    charge.mark('REMOVIDA_PELO_PSP');
    charges.touch(txid);
    return;
  }
  throw new SimulatorProblem('CobNaoEncontrado');
}
