import type { CobREncerramento, CobRGerada, CobRRejeicao } from '../../contract/cobr/cobr.types.js';
import type { PoliticaRetentativa } from '../../contract/rec/rec-base.types.js';
import type { Atualizacao } from '../../contract/shared/atualizacao.types.js';
import { nextBusinessDay } from '../calendar/business-days.js';
import type { PixRecord } from '../pix/pix.record.js';

export type CobRState = 'CRIADA' | 'ATIVA' | 'CONCLUIDA' | 'EXPIRADA' | 'REJEITADA' | 'CANCELADA';

export type TentativaState =
  'SOLICITADA' | 'AGENDADA' | 'PAGA' | 'CANCELADA' | 'REJEITADA' | 'EXPIRADA';

/** An attempt to settle a recurring charge. */
export interface TentativaRecord {
  /** `YYYY-MM-DD`. */
  readonly dataLiquidacao: string;
  /** The first one (`AGND`), one that was asked for after it (`NTAG`), one sent again for a failure (`RIFL`). */
  readonly tipo: 'AGND' | 'NTAG' | 'RIFL';
  readonly endToEndId: string;
  /** Milliseconds since the epoch, by the simulator's clock. */
  readonly solicitadaEm: number;
  status: TentativaState;
  readonly atualizacao: Atualizacao<TentativaState>[];
  rejeicao?: CobRRejeicao;
  /** How often the payer's account was looked into on its day: at midnight, and at 18:00 when that failed. */
  buscas: number;
}

/** A recurring charge. */
export interface CobRRecord {
  readonly txid: string;
  readonly idRec: string;
  readonly criadaEm: number;
  /** `YYYY-MM-DD`. */
  readonly dataDeVencimento: string;
  readonly valor: string;
  readonly ajusteDiaUtil: boolean;
  readonly politicaRetentativa: PoliticaRetentativa;
  readonly infoAdicional?: string;
  readonly recebedor: Pick<CobRGerada['recebedor'], 'conta' | 'tipoConta' | 'agencia'>;
  readonly devedor?: NonNullable<CobRGerada['devedor']>;
  status: CobRState;
  readonly atualizacao: Atualizacao<CobRState>[];
  readonly tentativas: TentativaRecord[];
  encerramento?: CobREncerramento;
  readonly pix: PixRecord[];
}

/** The day that the first attempt is meant for. */
export function firstDayOf({ dataDeVencimento, ajusteDiaUtil }: CobRRecord): string {
  return ajusteDiaUtil ? nextBusinessDay(dataDeVencimento) : dataDeVencimento;
}

/** The attempt that has not come to its end. */
export function standingOf({ tentativas }: CobRRecord): TentativaRecord | undefined {
  return tentativas.find(({ status }) => status === 'SOLICITADA' || status === 'AGENDADA');
}

/** Whether it may still be settled. */
export function isOpen({ status }: CobRRecord): boolean {
  return status === 'CRIADA' || status === 'ATIVA';
}
