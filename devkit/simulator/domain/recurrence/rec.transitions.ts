import type { RecEncerramento, RecPagador, Solicitante } from 'nestjs-pix';
import {
  hasEnded,
  wasApproved,
  type Jornada,
  type RecRecord,
} from '../../families/rec/rec.record.js';
import { changeStatus } from '../../families/shared/change-status.js';
import { addDays, toStartOfDay } from '../../kernel/calendar/civil-date.js';
import type { Draft } from '../../kernel/draft.js';
import { notifyRec } from '../notifications/notify-rec.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { cancelCobR } from './cobr.transitions.js';
import { findApprovalEnd } from './network-rules.js';
import { isSolicRecOpen, setSolicRecStatus } from './solicrec.transitions.js';

interface Approval {
  readonly jornada: Jornada;
  /** Txid of the immediate charge of journey 3. Default: the one in the recurrence. */
  readonly txid?: string;
  readonly pagador: RecPagador;
  /** Maximum amount of a charge. Default: unchanged. */
  readonly valorMaximo?: string | undefined;
}

/** Sets a recurrence to APROVADA. From then on, its charges can be scheduled. */
export function approveRec(
  state: SimulatorState,
  rec: RecRecord,
  { jornada, txid, pagador, valorMaximo }: Approval,
): void {
  updateRec(state, rec, (draft, at) => {
    draft.jornada = jornada;
    // Schema RecAtivacao: dadosJornada exists in journey 3 only; the other journeys remove it.
    draft.txid = jornada === 'JORNADA_3' ? (txid ?? rec.txid) : undefined;
    draft.pagador = pagador;
    if (valorMaximo !== undefined) draft.valorMaximo = valorMaximo;
    changeStatus(draft, 'APROVADA', at);
  });
  closeRequests(state, rec);
  for (const cobr of state.cobrs.listByRec(rec.idRec)) state.cobrs.plan(cobr);
}

/** Rejects or cancels a recurrence, its open confirmation requests and its open charges. */
export function endRec(
  state: SimulatorState,
  rec: RecRecord,
  status: 'REJEITADA' | 'CANCELADA',
  encerramento: RecEncerramento,
): void {
  updateRec(state, rec, (draft, at) => {
    draft.encerramento = encerramento;
    changeStatus(draft, status, at);
  });
  closeRequests(state, rec);
  cancelCharges(state, rec, encerramento.cancelamento?.solicitante);
}

/**
 * Sets a recurrence to EXPIRADA and cancels its open confirmation requests. The open charges of an approved recurrence
 * run to their end: its last day limits due dates, not attempts. Nobody can approve another one any more, so that its
 * charges are cancelled.
 */
function expireRec(state: SimulatorState, rec: RecRecord): void {
  updateRec(state, rec, (draft, at) => {
    changeStatus(draft, 'EXPIRADA', at);
  });
  closeRequests(state, rec);
  if (!wasApproved(rec)) cancelCharges(state, rec);
}

/** Plans the expiry of a recurrence: after its last day, or earlier if nobody approves it. */
export function planRec(state: SimulatorState, rec: RecRecord): void {
  const name = `rec ${rec.idRec}`;
  const due = findExpiry(state, rec);
  if (due === Infinity || hasEnded(rec)) {
    state.agenda.drop(name);
    return;
  }
  state.agenda.plan(name, due, () => {
    expireRec(state, rec);
  });
}

/** Finds the instant at which an open recurrence expires, in milliseconds since the epoch. `Infinity`: never. */
function findExpiry(
  { settings, solicRecs }: SimulatorState,
  { createdAt, dataFinal, solicitacoes, status }: RecRecord,
): number {
  const end = dataFinal === undefined ? Infinity : toStartOfDay(addDays(dataFinal, 1));
  if (settings.rules === 'specification' || status !== 'CRIADA') return end;
  const asked = solicRecs.get(solicitacoes.at(-1) ?? '')?.createdAt ?? createdAt;
  return Math.min(end, findApprovalEnd(asked));
}

/** Cancels the open charges of a recurrence. */
function cancelCharges(
  state: SimulatorState,
  { idRec }: RecRecord,
  solicitante: Solicitante = 'PSP_RECEBEDOR',
): void {
  for (const cobr of state.cobrs.listByRec(idRec)) {
    cancelCobR(state, cobr, {
      solicitante,
      codigo: 'CCLD',
      descricao: 'Encerramento da recorrência',
    });
  }
}

/** Cancels the open confirmation requests of a recurrence. */
function closeRequests(state: SimulatorState, { solicitacoes }: RecRecord): void {
  for (const id of solicitacoes) {
    const request = state.solicRecs.get(id);
    if (request !== undefined && isSolicRecOpen(request))
      setSolicRecStatus(state, request, 'CANCELADA');
  }
}

function updateRec(
  state: SimulatorState,
  rec: RecRecord,
  change: (draft: Draft<RecRecord>, at: string) => void,
): void {
  state.recs.update(rec, (draft) => {
    change(draft, state.clock.iso());
  });
  notifyRec(state, rec);
}
