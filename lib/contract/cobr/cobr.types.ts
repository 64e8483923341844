import type { PixAutomatico } from '../pix/pix.types.js';
import type { PoliticaRetentativa } from '../rec/rec-base.types.js';
import type { Atualizacao, Solicitante } from '../shared/atualizacao.types.js';
import type { Open } from '../shared/open-union.js';
import type { ParametrosConsulta } from '../shared/paginacao.types.js';
import type { DadosComplementaresPessoa } from '../shared/pessoa.types.js';

/** State of a recurring charge (BCB schema `CobRStatus`; docs/interface.md#states). */
export type CobRStatus = Open<
  'CRIADA' | 'ATIVA' | 'CONCLUIDA' | 'EXPIRADA' | 'REJEITADA' | 'CANCELADA'
>;

/** Why a charge or an attempt was rejected: a code of the message catalogue and its meaning. */
export interface CobRRejeicao {
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
  descricao: string;
}

/** Why a recurring charge ended. */
export interface CobREncerramento {
  cancelamento?: {
    solicitante: Solicitante;
    codigo: Open<'ACCT' | 'BLCK' | 'CCLD' | 'FAIL' | 'OTHR' | 'SLBD' | 'SLCR'>;
    descricao: string;
  };
  rejeicao?: CobRRejeicao;
}

/** State of an attempt to settle. */
export type CobRTentativaStatus = Open<
  'SOLICITADA' | 'AGENDADA' | 'PAGA' | 'CANCELADA' | 'REJEITADA' | 'EXPIRADA'
>;

/** An attempt to settle (BCB schema `CobRTentativas`). */
export interface CobRTentativa {
  /** `YYYY-MM-DD`. */
  dataLiquidacao: string;
  tipo: Open<'AGND' | 'NTAG' | 'RIFL'>;
  status: CobRTentativaStatus;
  endToEndId: string;
  /** Absent from the specification's own examples. */
  atualizacao?: Atualizacao<CobRTentativaStatus>[];
  rejeicao?: CobRRejeicao;
}

/** A recurring charge as created or revised (BCB schema `CobRGerada`). */
export interface CobRGerada {
  idRec: string;
  txid: string;
  infoAdicional?: string;
  calendario: {
    /** `YYYY-MM-DD`. */
    criacao: string;
    dataDeVencimento: string;
  };
  valor: { original: string };
  status: CobRStatus;
  ajusteDiaUtil: boolean;
  recebedor: {
    cnpj?: string;
    nome?: string;
    conta: string;
    tipoConta: Open<'CORRENTE' | 'POUPANCA' | 'PAGAMENTO'>;
    agencia?: string;
  };
  devedor?: DadosComplementaresPessoa & { email?: string };
  politicaRetentativa?: Open<PoliticaRetentativa>;
}

/** A recurring charge with its history (BCB schema `CobRCompleta`). */
export interface CobRCompleta extends CobRGerada {
  politicaRetentativa: Open<PoliticaRetentativa>;
  atualizacao: Atualizacao<CobRStatus>[];
  encerramento?: CobREncerramento;
  tentativas?: CobRTentativa[];
  pix?: PixAutomatico[];
}

/** Answer to the request for a retry: its attempts are always there. */
export type CobRComTentativas = CobRCompleta & { tentativas: CobRTentativa[] };

/** Filter that a list of recurring charges repeats (BCB schema `ParametrosConsultaCobR`). */
export interface ParametrosConsultaCobR extends ParametrosConsulta {
  idRec?: string;
  cpf?: string;
  cnpj?: string;
  status?: string;
  recebedor?: { convenio?: string };
}

/** A page of recurring charges (BCB schema `CobsRConsultadas`). */
export interface CobsRConsultadas {
  parametros: ParametrosConsultaCobR;
  cobsr: CobRCompleta[];
}

/** A change of a recurring charge (BCB schema `CobRNotification`). */
export interface CobRNotification {
  idRec: string;
  txid: string;
  status: CobRStatus;
  atualizacao: Atualizacao<CobRStatus>[];
  encerramento?: CobREncerramento;
  tentativas?: CobRTentativa[];
  pix?: PixAutomatico[];
}

/** What the provider posts to the webhook of recurring charges plus `/cobr`. */
export interface CobRNotificacao {
  cobsr: CobRNotification[];
}
