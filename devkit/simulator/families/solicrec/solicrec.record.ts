import type { Atualizacao, SolicRecCompleta } from 'nestjs-pix';
import type { Frozen, TimedRecord } from '../../kernel/draft.js';

export type SolicRecState =
  'CRIADA' | 'ENVIADA' | 'RECEBIDA' | 'REJEITADA' | 'ACEITA' | 'EXPIRADA' | 'CANCELADA';

/** A request to confirm a recurrence, sent to the payer's provider. */
export interface SolicRecRecord extends TimedRecord {
  readonly idSolicRec: string;
  readonly idRec: string;
  /** When it expires: RFC 3339, as the receiver sent it. */
  readonly dataExpiracaoSolicitacao: string;
  readonly destinatario: Frozen<SolicRecCompleta['destinatario']>;
  readonly status: SolicRecState;
  readonly atualizacao: readonly Frozen<Atualizacao<SolicRecState>>[];
  /**
   * When its next step on the way to the payer is due: milliseconds since the epoch, by the
   * simulator's clock.
   */
  readonly nextStepAt: number;
}
