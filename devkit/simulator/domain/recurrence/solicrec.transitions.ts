import { parseInstant } from 'nestjs-pix/spec';
import { changeStatus } from '../../families/shared/change-status.js';
import type { SolicRecRecord, SolicRecState } from '../../families/solicrec/solicrec.record.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { findRequestEnd } from './network-rules.js';

/** Next status of a request on its way to the payer. */
const NEXT: Partial<Record<SolicRecState, SolicRecState>> = {
  CRIADA: 'ENVIADA',
  ENVIADA: 'RECEBIDA',
};

/** @throws SimulatorProblem `SolicRecNaoEncontrada` */
export function findSolicRec(
  { solicRecs }: SimulatorState,
  { idSolicRec }: { readonly idSolicRec: string },
): SolicRecRecord {
  const request = solicRecs.get(idSolicRec);
  if (request === undefined) throw new SimulatorProblem('SolicRecNaoEncontrada');
  return request;
}

/** Whether the payer can still answer the request, and the receiver can still cancel it. */
export function isSolicRecOpen({ status }: SolicRecRecord): boolean {
  return status === 'CRIADA' || status === 'ENVIADA' || status === 'RECEBIDA';
}

/** @param nextStepAt when the next step of the request is due. Default: unchanged */
export function setSolicRecStatus(
  state: SimulatorState,
  request: SolicRecRecord,
  status: SolicRecState,
  nextStepAt = request.nextStepAt,
): void {
  state.solicRecs.update(request, (draft) => {
    draft.nextStepAt = nextStepAt;
    changeStatus(draft, status, state.clock.iso());
  });
}

/**
 * Records the payer's answer to a request. A request that has not reached the payer passes through its earlier
 * statuses.
 */
export function answerSolicRec(
  state: SimulatorState,
  request: SolicRecRecord,
  answer: 'ACEITA' | 'REJEITADA',
): void {
  for (let next = NEXT[request.status]; next !== undefined; next = NEXT[request.status]) {
    setSolicRecStatus(state, request, next);
  }
  setSolicRecStatus(state, request, answer);
}

/** Plans the next step of a request, or its expiry if that is earlier. */
export function planSolicRec(state: SimulatorState, request: SolicRecRecord): void {
  const name = `solicrec ${request.idSolicRec}`;
  if (!isSolicRecOpen(request)) {
    state.agenda.drop(name);
    return;
  }
  const expiry = findExpiry(state, request);
  const next = NEXT[request.status];
  if (next === undefined || expiry <= request.nextStepAt) {
    state.agenda.plan(name, expiry, () => {
      setSolicRecStatus(state, request, 'EXPIRADA');
    });
    return;
  }
  state.agenda.plan(name, request.nextStepAt, () => {
    setSolicRecStatus(state, request, next, request.nextStepAt + state.settings.processingDelay);
  });
}

/** Finds the instant at which the payer can no longer answer, in milliseconds since the epoch. */
function findExpiry(
  { settings }: SimulatorState,
  { createdAt, dataExpiracaoSolicitacao }: SolicRecRecord,
): number {
  const expiry = parseInstant(dataExpiracaoSolicitacao);
  if (settings.rules === 'specification') return expiry;
  return Math.min(expiry, findRequestEnd(createdAt));
}
