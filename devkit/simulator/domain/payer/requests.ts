import type { RecRecord } from '../../families/rec/rec.record.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { findSolicRec, isSolicRecOpen } from '../recurrence/solicrec.transitions.js';
import type { SimulatorState } from '../state/simulator-state.js';

/**
 * Finds the recurrence of an open request to confirm.
 *
 * @throws SimulatorProblem `AutorizacaoRecusada` if it is not open
 */
export function findOpenRec(state: SimulatorState, idSolicRec: string): RecRecord {
  const request = findSolicRec(state, { idSolicRec });
  const rec = state.recs.get(request.idRec);
  if (rec !== undefined && isSolicRecOpen(request)) return rec;
  throw new SimulatorProblem('AutorizacaoRecusada', {
    detail: `A solicitação está ${request.status}.`,
  });
}
