import type { CobrancaStatus } from 'nestjs-pix';
import { setStatus } from '../../families/shared/charge.record.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { checkAtiva } from '../charge/charge.rules.js';
import type { SimulatorState } from '../state/simulator-state.js';

/** Removes a charge that is ATIVA, as the provider. @throws SimulatorProblem */
export function removeByProvider({ cobs, cobvs }: SimulatorState, txid: string): void {
  const cob = cobs.get(txid);
  const cobv = cobvs.get(txid);
  if (cob !== undefined) {
    checkAtiva(cob.conteudo.status, 'cob', 'CobOperacaoInvalida');
    cobs.update(cob, remove);
  } else if (cobv !== undefined) {
    checkAtiva(cobv.conteudo.status, 'cobv', 'CobVOperacaoInvalida');
    cobvs.update(cobv, remove);
  } else throw new SimulatorProblem('CobNaoEncontrado');
}

function remove(draft: { revisoes: { status: CobrancaStatus }[] }): void {
  setStatus(draft, 'REMOVIDA_PELO_PSP');
}
