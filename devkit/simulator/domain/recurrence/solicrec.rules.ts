import type { Plain } from 'nestjs-pix';
import type { SolicRecSolicitadaDto } from 'nestjs-pix/dto';
import { parseInstant } from 'nestjs-pix/spec';
import type { RecRecord } from '../../families/rec/rec.record.js';
import { SimulatorProblem, type SimulatorViolation } from '../../problems/simulator-problem.js';
import { violation } from '../../problems/violation.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { isSolicRecOpen } from './solicrec.transitions.js';

/**
 * Checks the rules of a creation that depend on the state.
 *
 * @returns the recurrence to confirm
 * @throws SimulatorProblem `SolicRecOperacaoInvalida`
 */
export function checkCreation(
  state: SimulatorState,
  { idRec, calendario }: Plain<SolicRecSolicitadaDto>,
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
  const refused = (rule: string) => [violation('solicrec.idRec', rule)];
  if (rec === undefined) return refused('não corresponde a uma recorrência');
  if (rec.status !== 'CRIADA') {
    return refused(`é de uma recorrência ${rec.status}, que não há como confirmar`);
  }
  const active = rec.solicitacoes.some((id) => {
    const request = solicRecs.get(id);
    return request !== undefined && isSolicRecOpen(request);
  });
  return active ? refused('já tem uma solicitação ativa') : [];
}

function expiryViolations(expiry: string, now: number): SimulatorViolation[] {
  if (parseInstant(expiry) >= now) return [];
  return [
    violation(
      'solicrec.calendario.dataExpiracaoSolicitacao',
      'é anterior à data de criação da solicitação',
    ),
  ];
}
