import { planLote } from '../charge/lotecobv.processing.js';
import { planRefunds } from '../payment/refund.js';
import { planCobR } from '../recurrence/cobr.plan.js';
import { planRec } from '../recurrence/rec.transitions.js';
import { planSolicRec } from '../recurrence/solicrec.transitions.js';
import { SimulatorState } from '../state/simulator-state.js';

/** Creates an empty state. When a record changes, its next step is planned. */
export function createState(...args: ConstructorParameters<typeof SimulatorState>): SimulatorState {
  const state = new SimulatorState(...args);
  state.pix.planWith({ plan: (pix) => planRefunds(state, pix) });
  state.lotes.planWith({ plan: (lote) => planLote(state, lote) });
  state.recs.planWith({ plan: (rec) => planRec(state, rec) });
  state.solicRecs.planWith({ plan: (request) => planSolicRec(state, request) });
  state.cobrs.planWith({ plan: (cobr) => planCobR(state, cobr) });
  return state;
}
