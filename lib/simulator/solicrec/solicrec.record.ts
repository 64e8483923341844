import type { Atualizacao } from '../../contract/shared/atualizacao.types.js';
import type { SolicRecCompleta } from '../../contract/solicrec/solicrec.types.js';

export type SolicRecState =
  'CRIADA' | 'ENVIADA' | 'RECEBIDA' | 'REJEITADA' | 'ACEITA' | 'EXPIRADA' | 'CANCELADA';

/** A request to confirm a recurrence, sent to the payer's provider. */
export interface SolicRecRecord {
  readonly idSolicRec: string;
  readonly idRec: string;
  /** Milliseconds since the epoch, by the simulator's clock. */
  readonly criadaEm: number;
  /** When it expires, as the receiver wrote it (RFC 3339). */
  readonly dataExpiracaoSolicitacao: string;
  readonly destinatario: SolicRecCompleta['destinatario'];
  status: SolicRecState;
  readonly atualizacao: Atualizacao<SolicRecState>[];
  /** When it takes its next step on the way to the payer. */
  passoEm: number;
}
