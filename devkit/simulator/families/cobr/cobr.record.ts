import type {
  Atualizacao,
  CobREncerramento,
  CobRGerada,
  CobRRejeicao,
  PoliticaRetentativa,
} from 'nestjs-pix';
import { nextBusinessDay } from '../../kernel/calendar/business-days.js';
import type { Frozen, TimedRecord } from '../../kernel/draft.js';
import type { PixRecord } from '../pix/pix.record.js';

export type CobRState = 'CRIADA' | 'ATIVA' | 'CONCLUIDA' | 'EXPIRADA' | 'REJEITADA' | 'CANCELADA';

export type TentativaState =
  'SOLICITADA' | 'AGENDADA' | 'PAGA' | 'CANCELADA' | 'REJEITADA' | 'EXPIRADA';

/** An attempt to settle a recurring charge. */
export interface TentativaRecord {
  /** `YYYY-MM-DD`. */
  readonly dataLiquidacao: string;
  /** First attempt (`AGND`), requested retry (`NTAG`), or attempt that is sent again after a failure (`RIFL`). */
  readonly tipo: 'AGND' | 'NTAG' | 'RIFL';
  readonly endToEndId: string;
  /** Milliseconds since the epoch, by the simulator's clock. */
  readonly requestedAt: number;
  readonly status: TentativaState;
  readonly atualizacao: readonly Frozen<Atualizacao<TentativaState>>[];
  readonly rejeicao?: Frozen<CobRRejeicao>;
  /** Number of times that the payer's funds were checked on the day: at midnight, and again at 18:00. */
  readonly fundsChecks: number;
}

/** A recurring charge. */
export interface CobRRecord extends TimedRecord {
  readonly txid: string;
  readonly idRec: string;
  /** `YYYY-MM-DD`. */
  readonly dataDeVencimento: string;
  readonly valor: string;
  readonly ajusteDiaUtil: boolean;
  readonly politicaRetentativa: PoliticaRetentativa;
  readonly infoAdicional?: string;
  readonly recebedor: Frozen<Pick<CobRGerada['recebedor'], 'conta' | 'tipoConta' | 'agencia'>>;
  readonly devedor?: Frozen<NonNullable<CobRGerada['devedor']>>;
  readonly status: CobRState;
  readonly atualizacao: readonly Frozen<Atualizacao<CobRState>>[];
  readonly tentativas: readonly TentativaRecord[];
  readonly encerramento?: Frozen<CobREncerramento>;
  readonly pix: readonly PixRecord[];
}

/** Returns the day of the first attempt, `YYYY-MM-DD`. */
export function resolveFirstDay({ dataDeVencimento, ajusteDiaUtil }: CobRRecord): string {
  return ajusteDiaUtil ? nextBusinessDay(dataDeVencimento) : dataDeVencimento;
}

/** Finds the attempt that has not ended. */
export function findPending<Tentativa extends { readonly status: TentativaState }>({
  tentativas,
}: {
  readonly tentativas: readonly Tentativa[];
}): Tentativa | undefined {
  return tentativas.find(({ status }) => status === 'SOLICITADA' || status === 'AGENDADA');
}

/** Whether a charge can still be settled. */
export function isCobROpen({ status }: { readonly status: CobRState }): boolean {
  return status === 'CRIADA' || status === 'ATIVA';
}
