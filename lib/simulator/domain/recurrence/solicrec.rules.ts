import type { SolicRecSolicitada } from '../../../contract/checked-bodies.types.js';
import { parseInstant } from '../../../values/instant.js';
import { SimulatorProblem, type SimulatorViolation } from '../../problems/simulator-problem.js';
import type { RecRecord } from '../state/rec.record.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { isOpen } from './solicrec.transitions.js';

/**
 * Checks the rules of a creation that depend on the state.
 *
 * @returns the recurrence to confirm
 * @throws SimulatorProblem `SolicRecOperacaoInvalida`
 */
export function checkCreation(
  state: SimulatorState,
  { idRec, calendario }: SolicRecSolicitada,
): RecRecord {
  const rec = state.recs.get(idRec);
  const violacoes = [
    ...recViolations(state, rec),
    ...expiryViolations(calendario.dataExpiracaoSolicitacao, state.clock.now()),
  ];
  if (rec !== undefined && violacoes.length === 0) return rec;
  throw new SimulatorProblem('SolicRecOperacaoInvalida', { violacoes });
}

function recViolations(
  { solicRecs }: SimulatorState,
  rec: RecRecord | undefined,
): SimulatorViolation[] {
  const violation = (rule: string) => [
    { razao: `solicrec.idRec ${rule}`, propriedade: 'solicrec.idRec' },
  ];
  if (rec === undefined) return violation('não corresponde a uma recorrência');
  if (rec.status !== 'CRIADA') {
    return violation(`é de uma recorrência ${rec.status}, que não há como confirmar`);
  }
  const active = rec.solicitacoes.some((id) => {
    const request = solicRecs.get(id);
    return request !== undefined && isOpen(request);
  });
  return active ? violation('já tem uma solicitação ativa') : [];
}

function expiryViolations(expiry: string, now: number): SimulatorViolation[] {
  if (parseInstant(expiry) >= now) return [];
  const propriedade = 'solicrec.calendario.dataExpiracaoSolicitacao';
  return [{ razao: `${propriedade} é anterior à data de criação da solicitação`, propriedade }];
}
