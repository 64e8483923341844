import type {
  PoliticaRetentativa,
  RecPeriodicidade,
} from '../../../contract/rec/rec-base.types.js';
import type { RecEncerramento, RecPagador } from '../../../contract/rec/rec.types.js';
import type { Atualizacao } from '../../../contract/shared/atualizacao.types.js';
import type { TimedRecord } from '../../kernel/draft.js';
import type { Pessoa } from '../../../contract/shared/pessoa.types.js';

export type RecState = 'CRIADA' | 'APROVADA' | 'REJEITADA' | 'EXPIRADA' | 'CANCELADA';

/** The way by which a payer came to authorise a recurrence (schema `RecAtivacao`). */
export type Jornada = 'JORNADA_1' | 'JORNADA_2' | 'JORNADA_3' | 'JORNADA_4';

/** A recurrence (Pix Automático). */
export interface RecRecord extends TimedRecord {
  readonly idRec: string;
  readonly contrato: string;
  readonly objeto?: string;
  readonly devedor: Pessoa;
  /** `YYYY-MM-DD`. */
  readonly dataInicial: string;
  readonly dataFinal?: string;
  readonly periodicidade: RecPeriodicidade;
  readonly politicaRetentativa: PoliticaRetentativa;
  readonly valor?: { readonly valorRec?: string; readonly valorMinimoRecebedor?: string };
  readonly convenio?: string;
  /** Number of the location that shows it. */
  readonly locId: number | undefined;
  readonly status: RecState;
  readonly atualizacao: readonly Atualizacao<RecState>[];
  readonly encerramento?: RecEncerramento;
  readonly jornada: Jornada | 'AGUARDANDO_DEFINICAO';
  /** The immediate charge whose payment starts it (journey 3). */
  readonly txid: string | undefined;
  /** Who authorised it. */
  readonly pagador?: RecPagador;
  /** The most that the payer lets a charge amount to; without one there is no limit. */
  readonly valorMaximo?: string;
  /** Whether the payer's account has nothing to settle charges with. */
  readonly semSaldo: boolean;
  /** Identifiers of the requests to confirm it, the oldest first. */
  readonly solicitacoes: readonly string[];
}

/** Whether it came to an end, of whatever kind. */
export function hasEnded({ status }: RecRecord): boolean {
  return status !== 'CRIADA' && status !== 'APROVADA';
}
