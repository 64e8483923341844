import type { PixAutomatico } from '../pix/pix.types.js';
import type { RecRecebedorDto } from '../rec/rec.dto.js';
import type { Plain } from '../shared/body.js';
import type { DevedorRecorrenciaDto } from '../shared/shared.dto.js';
import type {
  Atualizacao,
  CobRStatus,
  FiltroAplicado,
  Open,
  PoliticaRetentativa,
  Solicitante,
} from '../shared/shared.types.js';
import type { CobRValorDto, ParametrosConsultaCobRDto } from './cobr.dto.js';

/** Why a charge or an attempt was rejected. */
export interface CobRRejeicao {
  /** Rejection code of the Pix message catalogue, 4 characters. */
  codigo: Open<
    | 'AB10'
    | 'AC05'
    | 'AC06'
    | 'AM02'
    | 'AM09'
    | 'DENC'
    | 'DS27'
    | 'DTED'
    | 'DTNT'
    | 'FBRD'
    | 'IRNT'
    | 'MIDI'
    | 'MSUC'
    | 'NIEC'
    | 'NIPA'
    | 'NITX'
    | 'QUNT'
    | 'RC09'
    | 'UDEI'
  >;
  /** Description of the cause, at most 400 characters. */
  descricao: string;
}

/** Why a recurring charge ended. */
export interface CobREncerramento {
  /** Present if the charge was cancelled. */
  cancelamento?: {
    /** Who cancelled the charge. */
    solicitante: Solicitante;
    /** Cancellation code of the Pix message catalogue, 4 characters. */
    codigo: Open<'ACCT' | 'BLCK' | 'CCLD' | 'FAIL' | 'OTHR' | 'SLBD' | 'SLCR'>;
    /** Description of the cause, at most 400 characters. */
    descricao: string;
  };
  /** Present if the charge was rejected. */
  rejeicao?: CobRRejeicao;
}

/** Status of a settlement attempt. */
export type CobRTentativaStatus = Open<
  'SOLICITADA' | 'AGENDADA' | 'PAGA' | 'CANCELADA' | 'REJEITADA' | 'EXPIRADA'
>;

/** A settlement attempt (BCB schema `CobRTentativas`). */
export interface CobRTentativa {
  /** Date of the settlement, `YYYY-MM-DD`. */
  dataLiquidacao: string;
  /** Kind of attempt, as the payment system names it. */
  tipo: Open<'AGND' | 'NTAG' | 'RIFL'>;
  /** Status of the attempt. */
  status: CobRTentativaStatus;
  /** End-to-end id of the attempt's payment, 32 characters. */
  endToEndId: string;
  /**
   * Statuses of the attempt with their instants. Required by the specification, absent in its
   * examples.
   */
  atualizacao?: Atualizacao<CobRTentativaStatus>[];
  /** Present if the attempt was rejected. */
  rejeicao?: CobRRejeicao;
}

/** A recurring charge as returned after its creation or revision (BCB schema `CobRGerada`). */
export interface CobRGerada {
  /** Identifier of the recurrence, 29 characters. */
  idRec: string;
  /** Transaction identifier, 26 to 35 letters and digits. */
  txid: string;
  /** Text for the payer, at most 140 characters. */
  infoAdicional?: string;
  /** The dates of the charge. */
  calendario: {
    /** Date of creation, `YYYY-MM-DD`. */
    criacao: string;
    /** Due date, `YYYY-MM-DD`. */
    dataDeVencimento: string;
  };
  /** The amount. */
  valor: Plain<CobRValorDto>;
  /** Status of the charge. */
  status: CobRStatus;
  /** Whether a due date that is not a business day moves to the next one. */
  ajusteDiaUtil: boolean;
  /** The receiver and the credited account. */
  recebedor: {
    /** CNPJ of the receiver, 14 characters. */
    cnpj?: string;
    /** Name of the receiver. */
    nome?: string;
    /** Account number, at most 20 characters. */
    conta: string;
    /** Kind of account. */
    tipoConta: Open<'CORRENTE' | 'POUPANCA' | 'PAGAMENTO'>;
    /** Branch number, at most 4 characters. */
    agencia?: string;
  };
  /** The debtor's contact data. */
  devedor?: Plain<DevedorRecorrenciaDto>;
  /** Whether failed settlements may be retried. */
  politicaRetentativa?: Open<PoliticaRetentativa>;
}

/** A recurring charge with its history (BCB schema `CobRCompleta`). */
export interface CobRCompleta extends CobRGerada {
  /** Whether failed settlements may be retried. */
  politicaRetentativa: Open<PoliticaRetentativa>;
  /** Statuses of the charge with their instants. */
  atualizacao: Atualizacao<CobRStatus>[];
  /** Why the charge ended; absent unless it was cancelled or rejected. */
  encerramento?: CobREncerramento;
  /** The settlement attempts. */
  tentativas?: CobRTentativa[];
  /** The Pix that paid the charge. */
  pix?: PixAutomatico[];
}

/** Response to the request for a retry; it always contains the attempts. */
export type CobRComTentativas = CobRCompleta & { tentativas: CobRTentativa[] };

/**
 * The filter of a list of recurring charges, as returned with the list (BCB schema
 * `ParametrosConsultaCobR`).
 */
export type ParametrosConsultaCobR = Omit<FiltroAplicado<ParametrosConsultaCobRDto>, 'convenio'> & {
  /** The requested receiver. */
  recebedor?: Plain<RecRecebedorDto>;
};

/** A page of recurring charges (BCB schema `CobsRConsultadas`). */
export interface CobsRConsultadas {
  /** The applied filter and the position of the page. */
  parametros: ParametrosConsultaCobR;
  /** The charges of the page. */
  cobsr: CobRCompleta[];
}

/** A changed recurring charge in a notification (BCB schema `CobRNotification`). */
export type CobRNotification = Pick<
  CobRCompleta,
  'idRec' | 'txid' | 'status' | 'atualizacao' | 'encerramento' | 'tentativas' | 'pix'
>;

/**
 * The body that the provider posts to the webhook of recurring charges, at its address plus
 * `/cobr`.
 */
export interface CobRNotificacao {
  /** The changed charges. */
  cobsr: CobRNotification[];
}
