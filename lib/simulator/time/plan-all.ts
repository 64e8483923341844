import { planCobR } from '../cobr/cobr.plan.js';
import { planLote } from '../lotecobv/lotecobv.processing.js';
import { planRefunds } from '../pix/refund.js';
import { planRec } from '../rec/rec.moves.js';
import type { SimulatorState } from '../simulator-state.js';
import { planSolicRec } from '../solicrec/solicrec.moves.js';

/**
 * Plans what is still to happen to each record, as after a restart with records that were kept. What fell due meanwhile
 * happens soon.
 */
export function planAll(state: SimulatorState): void {
  for (const pix of state.pix.byTime.all()) planRefunds(state, pix);
  for (const lote of state.lotes.byCreation.all()) planLote(state, lote);
  for (const rec of state.recs.byCreation.all()) planRec(state, rec);
  for (const request of state.solicRecs.all()) planSolicRec(state, request);
  for (const cobr of state.cobrs.byCreation.all()) planCobR(state, cobr);
}
