import { instantOf } from '../../contract/validation/index.js';
import type { SimulatorState } from '../simulator-state.js';
import type { SolicRecRecord, SolicRecState } from './solicrec.record.js';

/** What a request becomes on its way to the payer. */
const NEXT: Partial<Record<SolicRecState, SolicRecState>> = {
  CRIADA: 'ENVIADA',
  ENVIADA: 'RECEBIDA',
};

/** Whether the payer may still answer it, and the receiver take it back. */
export function isOpen({ status }: SolicRecRecord): boolean {
  return status === 'CRIADA' || status === 'ENVIADA' || status === 'RECEBIDA';
}

export function moveSolicRec(
  state: SimulatorState,
  request: SolicRecRecord,
  status: SolicRecState,
): void {
  request.status = status;
  request.atualizacao.push({ status, data: state.clock.iso() });
  state.solicRecs.tell(request);
  planSolicRec(state, request);
}

/** The payer answers: a request that has not reached him yet does so on the spot. */
export function answerSolicRec(
  state: SimulatorState,
  request: SolicRecRecord,
  answer: 'ACEITA' | 'REJEITADA',
): void {
  for (let next = NEXT[request.status]; next !== undefined; next = NEXT[request.status]) {
    moveSolicRec(state, request, next);
  }
  moveSolicRec(state, request, answer);
}

/** Plans a request's next step, or its expiry where that comes first. */
export function planSolicRec(state: SimulatorState, request: SolicRecRecord): void {
  const name = `solicrec ${request.idSolicRec}`;
  if (!isOpen(request)) {
    state.agenda.drop(name);
    return;
  }
  const expiry = instantOf(request.dataExpiracaoSolicitacao);
  const next = NEXT[request.status];
  if (next === undefined || expiry <= request.passoEm) {
    state.agenda.plan(name, expiry, () => {
      moveSolicRec(state, request, 'EXPIRADA');
    });
    return;
  }
  state.agenda.plan(name, request.passoEm, () => {
    request.passoEm += state.settings.processingDelay;
    moveSolicRec(state, request, next);
  });
}
