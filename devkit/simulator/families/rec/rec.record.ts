import type {
  Atualizacao,
  Pessoa,
  PoliticaRetentativa,
  RecEncerramento,
  RecPagador,
  RecPeriodicidade,
} from 'nestjs-pix';
import type { Frozen, TimedRecord } from '../../kernel/draft.js';

export type RecState = 'CRIADA' | 'APROVADA' | 'REJEITADA' | 'EXPIRADA' | 'CANCELADA';

/** The way a payer authorizes a recurrence (schema `RecAtivacao`). */
export type Jornada = 'JORNADA_1' | 'JORNADA_2' | 'JORNADA_3' | 'JORNADA_4';

/** A recurrence (Pix Automático). */
export interface RecRecord extends TimedRecord {
  readonly idRec: string;
  readonly contrato: string;
  readonly objeto?: string;
  readonly devedor: Frozen<Pessoa>;
  /** `YYYY-MM-DD`. */
  readonly dataInicial: string;
  readonly dataFinal?: string;
  readonly periodicidade: RecPeriodicidade;
  readonly politicaRetentativa: PoliticaRetentativa;
  readonly valor?: { readonly valorRec?: string; readonly valorMinimoRecebedor?: string };
  readonly convenio?: string;
  /** Id of the linked location, if any. */
  readonly locId: number | undefined;
  readonly status: RecState;
  readonly atualizacao: readonly Frozen<Atualizacao<RecState>>[];
  readonly encerramento?: Frozen<RecEncerramento>;
  readonly jornada: Jornada | 'AGUARDANDO_DEFINICAO';
  /** Txid of the immediate charge whose payment activates it (journey 3). */
  readonly txid: string | undefined;
  /** The payer who authorized it. */
  readonly pagador?: Frozen<RecPagador>;
  /** Maximum amount of a charge, set by the payer. Absent: no limit. */
  readonly valorMaximo?: string;
  /** Whether the payer's account has no funds to settle charges. */
  readonly lacksFunds: boolean;
  /** Identifiers of the requests to confirm it, oldest first. */
  readonly solicitacoes: readonly string[];
}

/** Whether a recurrence has ended: it is rejected, expired or cancelled. */
export function hasEnded({ status }: RecRecord): boolean {
  return status !== 'CRIADA' && status !== 'APROVADA';
}

/** Whether a payer has authorized a recurrence. True also after it has ended. */
export function wasApproved({ pagador }: RecRecord): boolean {
  return pagador !== undefined;
}
