import { SimulatorProblem } from '../../problems/simulator-problem.js';
import type { RecRecord } from '../state/rec.record.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { findSolicRec, isOpen } from '../recurrence/solicrec.transitions.js';

/** The recurrence that a request, still open, asks the payer to confirm. @throws SimulatorProblem */
export function openRecOf(state: SimulatorState, idSolicRec: string): RecRecord {
  const request = findSolicRec(state, { idSolicRec });
  const rec = state.recs.get(request.idRec);
  if (rec !== undefined && isOpen(request)) return rec;
  throw new SimulatorProblem('AutorizacaoRecusada', {
    detail: `A solicitação está ${request.status}.`,
  });
}
