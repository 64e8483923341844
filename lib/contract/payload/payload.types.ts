import type { CobValor } from '../cob/cob.types.js';
import type { Recebedor } from '../cobv/cobv.types.js';
import type { PoliticaRetentativa, RecBase, RecStatus } from '../rec/rec-base.types.js';
import type { Atualizacao } from '../shared/atualizacao.types.js';
import type { CobrancaStatus, InfoAdicional } from '../shared/cob-base.types.js';
import type { Open } from '../shared/open-union.js';
import type { Pessoa, PessoaJuridica } from '../shared/pessoa.types.js';

/** What a payer's app reads of any charge. Instants are RFC 3339. */
export interface CobPayloadBase {
  txid: string;
  revisao: number;
  status: CobrancaStatus;
  chave: string;
  devedor?: Pessoa;
  solicitacaoPagador?: string;
  infoAdicionais?: InfoAdicional[];
}

/** The payload of an immediate charge, signed as a JWS (BCB schema `CobPayload`). */
export interface CobPayload extends CobPayloadBase {
  calendario: {
    criacao: string;
    /** When the payload was fetched. */
    apresentacao: string;
    /** Seconds from {@link criacao}. */
    expiracao: number;
  };
  valor: CobValor;
}

/** The payload of a due-date charge, signed as a JWS (BCB schema `CobVPayload`). */
export interface CobVPayload extends CobPayloadBase {
  calendario: {
    criacao: string;
    /** When the payload was fetched. */
    apresentacao: string;
    /** `YYYY-MM-DD`. */
    dataDeVencimento: string;
    validadeAposVencimento: number;
  };
  devedor: Pessoa;
  recebedor: Recebedor;
  /** Decimal text, worked out for the day of payment. */
  valor: {
    original?: string;
    multa?: string;
    juros?: string;
    abatimento?: string;
    desconto?: string;
    /** What is to be paid. */
    final: string;
  };
}

/** The payload of a recurrence, signed as a JWS (BCB schema `RecPayload`). */
export interface RecPayload extends RecBase {
  idRec: string;
  politicaRetentativa: Open<PoliticaRetentativa>;
  recebedor: PessoaJuridica & { ispbParticipante: string };
  atualizacao: Atualizacao<RecStatus>[];
}
