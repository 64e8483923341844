import type { RecPayload } from '../../../contract/payload/payload.types.js';
import type { SolicRecCompleta } from '../../../contract/solicrec/solicrec.types.js';
import type { SolicRecRecord } from '../state/solicrec.record.js';

/** A request as the specification shows it (schema `SolicRecCompleta`), with the recurrence as its payer reads it. */
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
