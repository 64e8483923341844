import type { PoliticaRetentativa, RecPeriodicidade } from '../../contract/rec/rec-base.types.js';
import type { RecEncerramento, RecPagador } from '../../contract/rec/rec.types.js';
import type { Atualizacao } from '../../contract/shared/atualizacao.types.js';
import type { Pessoa } from '../../contract/shared/pessoa.types.js';

export type RecState = 'CRIADA' | 'APROVADA' | 'REJEITADA' | 'EXPIRADA' | 'CANCELADA';

/** The way by which a payer came to authorise a recurrence (schema `RecAtivacao`). */
export type Jornada = 'JORNADA_1' | 'JORNADA_2' | 'JORNADA_3' | 'JORNADA_4';

/** A recurrence (Pix Automático). */
export interface RecRecord {
  readonly idRec: string;
  /** Milliseconds since the epoch, by the simulator's clock. */
  readonly criadaEm: number;
  readonly contrato: string;
  readonly objeto?: string;
  devedor: Pessoa;
  /** `YYYY-MM-DD`. */
  dataInicial: string;
  readonly dataFinal?: string;
  readonly periodicidade: RecPeriodicidade;
  readonly politicaRetentativa: PoliticaRetentativa;
  readonly valor?: { readonly valorRec?: string; readonly valorMinimoRecebedor?: string };
  readonly convenio?: string;
  /** Number of the location that shows it. */
  locId: number | undefined;
  status: RecState;
  readonly atualizacao: Atualizacao<RecState>[];
  encerramento?: RecEncerramento;
  jornada: Jornada | 'AGUARDANDO_DEFINICAO';
  /** The immediate charge whose payment starts it (journey 3). */
  txid: string | undefined;
  /** Who authorised it. */
  pagador?: RecPagador;
  /** The most that the payer lets a charge amount to; without one there is no limit. */
  valorMaximo?: string;
  /** Whether the payer's account has nothing to settle charges with. */
  semSaldo: boolean;
  /** Identifiers of the requests to confirm it, the oldest first. */
  readonly solicitacoes: string[];
}

/** Whether it came to an end, of whatever kind. */
export function hasEnded({ status }: RecRecord): boolean {
  return status !== 'CRIADA' && status !== 'APROVADA';
}
