import { resolveFirstDay, isCobROpen, type CobRRecord } from '../../families/cobr/cobr.record.js';
import { toDay } from '../../kernel/calendar/civil-date.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { cancelCobR } from '../recurrence/cobr.transitions.js';
import type { SimulatorState } from '../state/simulator-state.js';

/**
 * Cancels a charge of a recurrence, as its payer. Possible until the day before its first attempt.
 *
 * @throws SimulatorProblem `AutorizacaoRecusada`
 */
export function cancelCobRByPayer(state: SimulatorState, cobr: CobRRecord): void {
  const today = toDay(state.clock.now());
  if (!isCobROpen(cobr) || today >= resolveFirstDay(cobr)) {
    throw new SimulatorProblem('AutorizacaoRecusada', {
      detail: `A cobrança está ${cobr.status}, e só pode ser cancelada até a véspera da liquidação.`,
    });
  }
  cancelCobR(state, cobr, {
    solicitante: 'USUARIO_PAGADOR',
    codigo: 'SLBD',
    descricao: 'Cancelamento solicitado pelo usuário pagador',
  });
}
