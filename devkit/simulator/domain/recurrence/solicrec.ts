import type { Plain } from 'nestjs-pix';
import type { SolicRecSolicitadaDto } from 'nestjs-pix/dto';
import { generateIdSolicRec, parseInstant } from 'nestjs-pix/spec';
import { changeStatus } from '../../families/family.js';
import {
  refuse,
  SimulatorProblem,
  violation,
  violationIf,
  type SimulatorViolation,
} from '../../families/problems.js';
import type { RecRecord, SolicRecRecord, SolicRecState } from '../../families/recurrences.js';
import type { SimulatorState } from '../state.js';
import { findRequestEnd } from './network-rules.js';

/** Creates a request to confirm a recurrence. @throws SimulatorProblem `SolicRecOperacaoInvalida` */
export function createSolicRec(
  state: SimulatorState,
  body: Plain<SolicRecSolicitadaDto>,
): SolicRecRecord {
  const rec = checkCreation(state, body);
  const createdAt = state.clock.now();
  const creationDate = new Date(createdAt);
  const request = state.solicRecs.add({
    idSolicRec: generateIdSolicRec({ ispb: state.settings.ispb, creationDate }),
    idRec: rec.idRec,
    createdAt,
    ...body.calendario,
    destinatario: body.destinatario,
    status: 'CRIADA',
    atualizacao: [{ status: 'CRIADA', data: creationDate.toISOString() }],
    nextStepAt: createdAt + state.settings.processingDelay,
  });
  state.recs.update(rec, (draft) => {
    draft.solicitacoes.push(request.idSolicRec);
  });
  return request;
}

/** Cancels an open request, as the receiver. @throws SimulatorProblem `SolicRecOperacaoInvalida` */
export function cancelSolicRec(state: SimulatorState, request: SolicRecRecord): void {
  const { status } = request;
  refuse(
    'SolicRecOperacaoInvalida',
    violationIf(!isSolicRecOpen(request), 'solicrec.status', 'não permite o cancelamento', status),
    'Não é possível cancelar uma solicitação com o status diferente de CRIADA, ENVIADA ou RECEBIDA.',
  );
  setSolicRecStatus(state, request, 'CANCELADA');
}

/**
 * Checks the rules of a creation that depend on the state.
 *
 * @returns the recurrence to confirm
 * @throws SimulatorProblem `SolicRecOperacaoInvalida`
 */
function checkCreation(
  state: SimulatorState,
  { idRec, calendario }: Plain<SolicRecSolicitadaDto>,
): RecRecord {
  const rec = state.recs.get(idRec);
  const isPast = parseInstant(calendario.dataExpiracaoSolicitacao) < state.clock.now();
  const violacoes = [
    ...recViolations(state, rec),
    ...violationIf(
      isPast,
      'solicrec.calendario.dataExpiracaoSolicitacao',
      'é anterior à data de criação da solicitação',
    ),
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

/** Next status of a request on its way to the payer. */
const NEXT: Partial<Record<SolicRecState, SolicRecState>> = {
  CRIADA: 'ENVIADA',
  ENVIADA: 'RECEBIDA',
};

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
