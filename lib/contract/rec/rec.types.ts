import type { PayloadLocationRecCompleta } from '../locrec/locrec.types.js';
import type { Atualizacao, Solicitante } from '../shared/atualizacao.types.js';
import type { Open } from '../shared/open-union.js';
import type { ParametrosConsulta } from '../shared/paginacao.types.js';
import type { PessoaJuridica } from '../shared/pessoa.types.js';
import type { SolicRecCompleta } from '../solicrec/solicrec.types.js';
import type { PoliticaRetentativa, RecBase, RecStatus } from './rec-base.types.js';

/** Why a recurrence ended (BCB schema `RecEncerramento`). */
export interface RecEncerramento {
  rejeicao?: { codigo: Open<'AP13' | 'AP14'>; descricao: string };
  cancelamento?: {
    solicitante: Solicitante;
    codigo: Open<'ACCL' | 'CPCL' | 'DCSD' | 'ERSL' | 'FRUD' | 'PCFD' | 'SLCR' | 'SLDB'>;
    descricao: string;
  };
}

/** How a recurrence was activated (BCB schema `RecAtivacao`). */
export interface RecAtivacao {
  /** Absent from one of the specification's own examples. */
  tipoJornada?: Open<
    'JORNADA_1' | 'JORNADA_2' | 'JORNADA_3' | 'JORNADA_4' | 'AGUARDANDO_DEFINICAO'
  >;
  dadosJornada?: { txid: string };
}

/** A recurrence as created or revised (BCB schema `RecGerada`). */
export interface RecGerada extends RecBase {
  idRec: string;
  recebedor: PessoaJuridica & { convenio?: string };
  status: RecStatus;
  politicaRetentativa?: Open<PoliticaRetentativa>;
  loc?: PayloadLocationRecCompleta;
  atualizacao: Atualizacao<RecStatus>[];
  encerramento?: RecEncerramento;
  ativacao?: RecAtivacao;
}

/** Who pays, known once the payer accepted (BCB schema `DadosPagadorRec`). */
export interface RecPagador {
  cpf?: string;
  cnpj?: string;
  ispbParticipante?: string;
  /** IBGE code of the municipality, 7 digits. */
  codMun?: string;
}

/** A recurrence in a list (BCB schema `RecCompletaPesquisada`). */
export interface RecCompletaPesquisada extends RecGerada {
  politicaRetentativa: Open<PoliticaRetentativa>;
  pagador?: RecPagador;
  solicitacao?: SolicRecCompleta[];
}

/** A recurrence with its QR code (BCB schema `RecCompleta`). */
export interface RecCompleta extends RecCompletaPesquisada {
  /** Present when the locations that the QR code needs are. */
  dadosQR?: {
    jornada?: Open<'JORNADA_2' | 'JORNADA_3' | 'JORNADA_4'>;
    /** Text of the BR Code. */
    pixCopiaECola?: string;
  };
}

/** Filter that a list of recurrences repeats (BCB schema `ParametrosConsultaRec`). */
export interface ParametrosConsultaRec extends ParametrosConsulta {
  cpf?: string;
  cnpj?: string;
  locationPresente?: boolean;
  status?: string;
  recebedor?: { convenio?: string };
}

/** A page of recurrences (BCB schema `RecsConsultadas`). */
export interface RecsConsultadas {
  parametros: ParametrosConsultaRec;
  recs: RecCompletaPesquisada[];
}

/** A change of a recurrence (BCB schema `RecNotification`). */
export interface RecNotification {
  idRec: string;
  status: RecStatus;
  atualizacao: Atualizacao<RecStatus>[];
  encerramento?: RecEncerramento;
  ativacao?: RecAtivacao;
}

/** What the provider posts to the webhook of recurrences plus `/rec`. */
export interface RecNotificacao {
  recs: RecNotification[];
}
