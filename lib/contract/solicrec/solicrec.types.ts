import type { RecPayload } from '../payload/payload.types.js';
import type { Atualizacao } from '../shared/atualizacao.types.js';
import type { Open } from '../shared/open-union.js';

/** State of a request; assigned by the payer's provider but for `CANCELADA` (BCB schema `SolicRecStatus`). */
export type SolicRecStatus = Open<
  'CRIADA' | 'ENVIADA' | 'RECEBIDA' | 'REJEITADA' | 'ACEITA' | 'EXPIRADA' | 'CANCELADA'
>;

/** A request to confirm a recurrence (BCB schema `SolicRecCompleta`). */
export interface SolicRecCompleta {
  idSolicRec: string;
  idRec: string;
  calendario: {
    /** RFC 3339. */
    dataExpiracaoSolicitacao: string;
  };
  destinatario: {
    cpf?: string;
    cnpj?: string;
    conta: string;
    ispbParticipante: string;
    agencia?: string;
  };
  status: SolicRecStatus;
  atualizacao: Atualizacao<SolicRecStatus>[];
  /** The recurrence as the payer sees it. */
  recPayload?: SolicRecPayload;
}

/** As in a location's payload, but for what the specification's own examples leave out. */
export type SolicRecPayload = Omit<RecPayload, 'politicaRetentativa' | 'recebedor'> &
  Partial<Pick<RecPayload, 'politicaRetentativa'>> & {
    recebedor: Omit<RecPayload['recebedor'], 'ispbParticipante'> & { ispbParticipante?: string };
  };
