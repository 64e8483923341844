import type { Open, PixAutomatico } from '../../contract/index.js';

/** A state and when it began. */
export interface MudancaDeStatus<Status extends string> {
  status: Open<Status>;
  /** RFC 3339. */
  data: string;
}

/** Why a recurrence or a recurring charge was refused; the code is of the message catalogue. */
export interface RejeicaoNotificada {
  codigo: string;
  descricao: string;
}

/** Who ended a recurrence or a recurring charge, and why. */
export interface CancelamentoNotificado extends RejeicaoNotificada {
  solicitante: Open<'PSP_PAGADOR' | 'USUARIO_PAGADOR' | 'PSP_RECEBEDOR' | 'USUARIO_RECEBEDOR'>;
}

export interface EncerramentoNotificado {
  rejeicao?: RejeicaoNotificada;
  cancelamento?: CancelamentoNotificado;
}

type StatusRec = 'CRIADA' | 'APROVADA' | 'REJEITADA' | 'EXPIRADA' | 'CANCELADA';

/** A recurrence as it is notified (BCB schema `RecNotification`). */
export interface RecNotification {
  idRec: string;
  status: Open<StatusRec>;
  /** Every state so far. */
  atualizacao: MudancaDeStatus<StatusRec>[];
  encerramento?: EncerramentoNotificado;
  ativacao?: {
    tipoJornada: Open<
      'JORNADA_1' | 'JORNADA_2' | 'JORNADA_3' | 'JORNADA_4' | 'AGUARDANDO_DEFINICAO'
    >;
    /** The immediate charge that journey 3 began with. */
    dadosJornada?: { txid?: string };
  };
}

type StatusCobR = 'CRIADA' | 'ATIVA' | 'CONCLUIDA' | 'EXPIRADA' | 'REJEITADA' | 'CANCELADA';

type StatusTentativa = 'SOLICITADA' | 'AGENDADA' | 'PAGA' | 'CANCELADA' | 'REJEITADA' | 'EXPIRADA';

/** An attempt to settle a recurring charge. */
export interface TentativaNotificada {
  /** Calendar date. */
  dataLiquidacao: string;
  tipo: Open<'AGND' | 'NTAG' | 'RIFL'>;
  status: Open<StatusTentativa>;
  endToEndId: string;
  /** The specification demands it, and leaves it out of its own example. */
  atualizacao?: MudancaDeStatus<StatusTentativa>[];
  rejeicao?: RejeicaoNotificada;
}

/** A recurring charge as it is notified (BCB schema `CobRNotification`). */
export interface CobRNotification {
  idRec: string;
  txid: string;
  status: Open<StatusCobR>;
  /** Every state so far. */
  atualizacao: MudancaDeStatus<StatusCobR>[];
  encerramento?: EncerramentoNotificado;
  tentativas?: TentativaNotificada[];
  /** What was received for it. */
  pix?: PixAutomatico[];
}
