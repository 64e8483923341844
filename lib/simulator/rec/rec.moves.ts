import type { RecEncerramento, RecPagador } from '../../contract/rec/rec.types.js';
import type { Solicitante } from '../../contract/shared/atualizacao.types.js';
import { addDays, startOf } from '../calendar/civil-date.js';
import { cancelCobR } from '../cobr/cobr.moves.js';
import { planCobR } from '../cobr/cobr.plan.js';
import type { SimulatorState } from '../simulator-state.js';
import { isOpen, moveSolicRec } from '../solicrec/solicrec.moves.js';
import { notifyRec } from './notify-rec.js';
import { hasEnded } from './rec.record.js';
import type { Jornada, RecRecord, RecState } from './rec.record.js';

/** The payer authorised it: its charges may be scheduled from now on. */
export function approveRec(
  state: SimulatorState,
  rec: RecRecord,
  { jornada, txid, pagador }: { jornada: Jornada; txid?: string; pagador: RecPagador },
): void {
  rec.jornada = jornada;
  // Schema RecAtivacao: dadosJornada is of journey 3 alone, and taken away by the others.
  rec.txid = jornada === 'JORNADA_3' ? (txid ?? rec.txid) : undefined;
  rec.pagador = pagador;
  moveRec(state, rec, 'APROVADA');
  closeRequests(state, rec);
  for (const cobr of state.cobrs.ofRec(rec.idRec)) planCobR(state, cobr);
}

/** It is over, and with it the requests to confirm it and the charges that are still to be settled. */
export function endRec(
  state: SimulatorState,
  rec: RecRecord,
  status: 'REJEITADA' | 'EXPIRADA' | 'CANCELADA',
  encerramento?: RecEncerramento,
): void {
  state.agenda.drop(`rec ${rec.idRec}`);
  if (encerramento) rec.encerramento = encerramento;
  moveRec(state, rec, status);
  const solicitante: Solicitante = encerramento?.cancelamento?.solicitante ?? 'PSP_RECEBEDOR';
  closeRequests(state, rec);
  for (const cobr of state.cobrs.ofRec(rec.idRec)) {
    cancelCobR(state, cobr, {
      solicitante,
      codigo: 'CCLD',
      descricao: 'Encerramento da recorrência',
    });
  }
}

/** Plans the end of a recurrence that has a last day. */
export function planRec(state: SimulatorState, rec: RecRecord): void {
  const { dataFinal } = rec;
  if (dataFinal === undefined || hasEnded(rec)) return;
  state.agenda.plan(`rec ${rec.idRec}`, startOf(addDays(dataFinal, 1)), () => {
    endRec(state, rec, 'EXPIRADA');
  });
}

/** A request that is still open has nothing left to ask. */
function closeRequests(state: SimulatorState, { solicitacoes }: RecRecord): void {
  for (const id of solicitacoes) {
    const request = state.solicRecs.get(id);
    if (request !== undefined && isOpen(request)) moveSolicRec(state, request, 'CANCELADA');
  }
}

function moveRec(state: SimulatorState, rec: RecRecord, status: RecState): void {
  rec.status = status;
  rec.atualizacao.push({ status, data: state.clock.iso() });
  state.recs.tell(rec);
  notifyRec(state, rec);
}
