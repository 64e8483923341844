import type { Plain, SolicRecCompleta } from 'nestjs-pix';
import type { SolicRecSolicitadaDto } from 'nestjs-pix/dto';
import { generateIdSolicRec } from 'nestjs-pix/spec';
import { toTaxId } from '../../families/shared/debtor.js';
import type { SolicRecRecord } from '../../families/solicrec/solicrec.record.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { violation } from '../../problems/violation.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { checkCreation } from './solicrec.rules.js';
import { isSolicRecOpen, setSolicRecStatus } from './solicrec.transitions.js';

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
    dataExpiracaoSolicitacao: body.calendario.dataExpiracaoSolicitacao,
    destinatario: toDestinatario(body.destinatario),
    status: 'CRIADA',
    atualizacao: [{ status: 'CRIADA', data: creationDate.toISOString() }],
    nextStepAt: createdAt + state.settings.processingDelay,
  });
  state.recs.update(rec, (draft) => {
    draft.solicitacoes.push(request.idSolicRec);
  });
  return request;
}

function toDestinatario(
  destinatario: Plain<SolicRecSolicitadaDto>['destinatario'],
): SolicRecCompleta['destinatario'] {
  const { conta, ispbParticipante, agencia } = destinatario;
  return {
    ...toTaxId(destinatario),
    conta,
    ispbParticipante,
    ...(agencia !== undefined && { agencia }),
  };
}

/** Cancels an open request, as the receiver. @throws SimulatorProblem `SolicRecOperacaoInvalida` */
export function cancelSolicRec(state: SimulatorState, request: SolicRecRecord): void {
  checkOpen(request);
  setSolicRecStatus(state, request, 'CANCELADA');
}

function checkOpen(request: SolicRecRecord): void {
  if (isSolicRecOpen(request)) return;
  throw new SimulatorProblem('SolicRecOperacaoInvalida', {
    detail:
      'Não é possível cancelar uma solicitação com o status diferente de CRIADA, ENVIADA ou RECEBIDA.',
    violacoes: [violation('solicrec.status', 'não permite o cancelamento', request.status)],
  });
}
