import type { Atualizacao } from '../shared/atualizacao.types.js';
import type { Open } from '../shared/open-union.js';
import type { RecPayload } from './rec-payload.types.js';

/**
 * Status of a request to confirm. The payer's provider sets all statuses except `CANCELADA` (BCB
 * schema `SolicRecStatus`).
 */
export type SolicRecStatus = Open<
  'CRIADA' | 'ENVIADA' | 'RECEBIDA' | 'REJEITADA' | 'ACEITA' | 'EXPIRADA' | 'CANCELADA'
>;

/** A request to confirm a recurrence (BCB schema `SolicRecCompleta`). */
export interface SolicRecCompleta {
  /** Identifier of the request, 29 characters. */
  idSolicRec: string;
  /** Identifier of the recurrence, 29 characters. */
  idRec: string;
  /** How long the payer can respond. */
  calendario: {
    /** When the request expires, RFC 3339. */
    dataExpiracaoSolicitacao: string;
  };
  /** The payer and the account to debit. */
  destinatario: {
    /** CPF of the payer, 11 digits. */
    cpf?: string;
    /** CNPJ of the payer, 14 characters. */
    cnpj?: string;
    /** Account number, at most 20 characters. */
    conta: string;
    /** ISPB of the payer's participant, 8 characters. */
    ispbParticipante: string;
    /** Branch number, at most 4 characters. */
    agencia?: string;
  };
  /** Status of the request. */
  status: SolicRecStatus;
  /** Statuses of the request with their instants. */
  atualizacao: Atualizacao<SolicRecStatus>[];
  /** The recurrence as shown to the payer. */
  recPayload?: SolicRecPayload;
}

/**
 * The payload of a recurrence as in its location. Fields are optional that the examples of the
 * specification omit.
 */
export type SolicRecPayload = Omit<RecPayload, 'politicaRetentativa' | 'recebedor'> &
  Partial<Pick<RecPayload, 'politicaRetentativa'>> & {
    /** The receiver. */
    recebedor: Omit<RecPayload['recebedor'], 'ispbParticipante'> & {
      /** ISPB of the receiver's participant, 8 characters. */
      ispbParticipante?: string;
    };
  };
