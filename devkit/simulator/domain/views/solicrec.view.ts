import type { RecPayload, SolicRecCompleta } from 'nestjs-pix';
import type { SolicRecRecord } from '../../families/solicrec/solicrec.record.js';

/**
 * Converts a request to confirm to schema `SolicRecCompleta`, with the payload of its recurrence.
 */
export function toSolicRec(request: SolicRecRecord, recPayload: RecPayload): SolicRecCompleta {
  const { idSolicRec, idRec, dataExpiracaoSolicitacao, destinatario, status, atualizacao } =
    request;
  return {
    idSolicRec,
    idRec,
    calendario: { dataExpiracaoSolicitacao },
    destinatario,
    status,
    atualizacao: [...atualizacao],
    recPayload,
  };
}
