import type { Atualizacao } from '../shared/atualizacao.types.js';
import type { Open } from '../shared/open-union.js';
import type { PessoaJuridica } from '../shared/pessoa.types.js';
import type { PoliticaRetentativa, RecBase, RecStatus } from './rec-base.types.js';

/** The payload of a recurrence, signed as a JWS (BCB schema `RecPayload`). */
export interface RecPayload extends RecBase {
  /** Identifier of the recurrence, 29 characters. */
  idRec: string;
  /** Whether failed settlements may be retried. */
  politicaRetentativa: Open<PoliticaRetentativa>;
  /** The receiver. */
  recebedor: PessoaJuridica & {
    /** ISPB of the receiver's participant, 8 characters. */
    ispbParticipante: string;
  };
  /** Statuses of the recurrence with their instants. */
  atualizacao: Atualizacao<RecStatus>[];
}
