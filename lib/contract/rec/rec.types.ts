import type { PayloadLocationRecCompleta } from '../loc/loc.types.js';
import type { Plain } from '../shared/body.js';
import type {
  Atualizacao,
  FiltroAplicado,
  Open,
  PessoaJuridica,
  PoliticaRetentativa,
  RecPeriodicidade,
  RecStatus,
  Solicitante,
} from '../shared/shared.types.js';
import type {
  ParametrosConsultaRecDto,
  RecCalendarioDto,
  RecRecebedorDto,
  RecValorDto,
  RecVinculoDto,
  SolicRecCalendarioDto,
  SolicRecDestinatarioDto,
} from './rec.dto.js';

/** The fields of every response about a recurrence (BCB schema `RecBase`). */
export interface RecBase {
  /** The agreement between receiver and debtor. */
  vinculo: Plain<RecVinculoDto>;
  /** The period and interval of the charges. */
  calendario: Omit<RecCalendarioDto, 'periodicidade'> & {
    /** The interval of the charges. */
    periodicidade: Open<RecPeriodicidade>;
  };
  /** The agreed amount; absent if it is variable and has no minimum. */
  valor?: Plain<RecValorDto>;
}

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

/** Why a recurrence ended (BCB schema `RecEncerramento`). */
export interface RecEncerramento {
  /** Present if the payer rejected the recurrence. */
  rejeicao?: {
    /** Rejection code of the Pix message catalogue, 4 characters. */
    codigo: Open<'AP13' | 'AP14'>;
    /** Description of the cause, at most 400 characters. */
    descricao: string;
  };
  /** Present if the recurrence was cancelled. */
  cancelamento?: {
    /** Who cancelled the recurrence. */
    solicitante: Solicitante;
    /** Cancellation code of the Pix message catalogue, 4 characters. */
    codigo: Open<'ACCL' | 'CPCL' | 'DCSD' | 'ERSL' | 'FRUD' | 'PCFD' | 'SLCR' | 'SLDB'>;
    /** Description of the cause, at most 400 characters. */
    descricao: string;
  };
}

/** How the payer authorizes the recurrence (BCB schema `RecAtivacao`). */
export interface RecAtivacao {
  /**
   * The journey: notification (`JORNADA_1`), QR code of the recurrence (`JORNADA_2`), QR code with
   * an immediate charge that is paid (`JORNADA_3`), QR code with a due-date or static charge
   * (`JORNADA_4`); `AGUARDANDO_DEFINICAO` until it is known. Absent in one example of the
   * specification.
   */
  tipoJornada?: Open<
    'JORNADA_1' | 'JORNADA_2' | 'JORNADA_3' | 'JORNADA_4' | 'AGUARDANDO_DEFINICAO'
  >;
  /** Data of the journey. */
  dadosJornada?: {
    /** Transaction identifier of the charge that was paid with the authorization. */
    txid: string;
  };
}

/** A recurrence as returned after its creation or revision (BCB schema `RecGerada`). */
export interface RecGerada extends RecBase {
  /** Identifier of the recurrence, 29 characters. */
  idRec: string;
  /** The receiver. */
  recebedor: PessoaJuridica & Plain<RecRecebedorDto>;
  /** Status of the recurrence. */
  status: RecStatus;
  /** Whether failed settlements may be retried. */
  politicaRetentativa?: Open<PoliticaRetentativa>;
  /** The location of the recurrence's payload. */
  loc?: PayloadLocationRecCompleta;
  /** Statuses of the recurrence with their instants. */
  atualizacao: Atualizacao<RecStatus>[];
  /** Why the recurrence ended; absent unless it was rejected or cancelled. */
  encerramento?: RecEncerramento;
  /** How the payer authorizes the recurrence. */
  ativacao?: RecAtivacao;
}

/** The payer, known after the authorization (BCB schema `DadosPagadorRec`). */
export interface RecPagador {
  /** CPF of the payer, 11 digits. */
  cpf?: string;
  /** CNPJ of the payer, 14 characters. */
  cnpj?: string;
  /** ISPB of the payer's participant, 8 characters. */
  ispbParticipante?: string;
  /** IBGE code of the municipality, 7 digits. */
  codMun?: string;
}

/** A recurrence in a list (BCB schema `RecCompletaPesquisada`). */
export interface RecCompletaPesquisada extends RecGerada {
  /** Whether failed settlements may be retried. */
  politicaRetentativa: Open<PoliticaRetentativa>;
  /** The payer; absent before the authorization. */
  pagador?: RecPagador;
  /** The requests to confirm that were sent for the recurrence. */
  solicitacao?: SolicRecCompleta[];
}

/** A recurrence with its QR code (BCB schema `RecCompleta`). */
export interface RecCompleta extends RecCompletaPesquisada {
  /** The QR code; present if the locations that it requires exist. */
  dadosQR?: {
    /** The journey that the QR code starts. */
    jornada?: Open<'JORNADA_2' | 'JORNADA_3' | 'JORNADA_4'>;
    /** Text of the BR Code (Pix Copia e Cola). */
    pixCopiaECola?: string;
  };
}

/**
 * The filter of a list of recurrences, as returned with the list (BCB schema
 * `ParametrosConsultaRec`).
 */
export type ParametrosConsultaRec = Omit<FiltroAplicado<ParametrosConsultaRecDto>, 'convenio'> & {
  /** The requested receiver. */
  recebedor?: Plain<RecRecebedorDto>;
};

/** A page of recurrences (BCB schema `RecsConsultadas`). */
export interface RecsConsultadas {
  /** The applied filter and the position of the page. */
  parametros: ParametrosConsultaRec;
  /** The recurrences of the page. */
  recs: RecCompletaPesquisada[];
}

/** A changed recurrence in a notification (BCB schema `RecNotification`). */
export type RecNotification = Pick<
  RecGerada,
  'idRec' | 'status' | 'atualizacao' | 'encerramento' | 'ativacao'
>;

/** The body that the provider posts to the webhook of recurrences, at its address plus `/rec`. */
export interface RecNotificacao {
  /** The changed recurrences. */
  recs: RecNotification[];
}

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
  calendario: Plain<SolicRecCalendarioDto>;
  /** The payer and the account to debit. */
  destinatario: Plain<SolicRecDestinatarioDto>;
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
