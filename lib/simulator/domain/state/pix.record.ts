import type { DevolucaoNatureza, PixComponentesValor } from '../../../contract/pix/pix.types.js';
import type { TimedRecord } from '../../kernel/draft.js';

/** The payer, identified by either a CPF or a CNPJ. */
export type Pagador = { cpf: string; cnpj?: never } | { cnpj: string; cpf?: never };

/** A received payment. */
export interface PixRecord extends TimedRecord {
  readonly endToEndId: string;
  readonly txid?: string;
  readonly valor: string;
  readonly componentesValor: PixComponentesValor;
  /** Absent where it was settled to an account, as recurring charges are. */
  readonly chave?: string;
  readonly infoPagador?: string;
  /** Who paid; a filter of lists, never shown. */
  readonly pagador?: Pagador;
  readonly devolucoes: readonly DevolucaoRecord[];
}

/** A refund of a payment. */
export interface DevolucaoRecord {
  readonly id: string;
  readonly rtrId: string;
  readonly valor: string;
  readonly natureza: DevolucaoNatureza;
  readonly descricao?: string;
  readonly solicitadaEm: string;
  /** When it ends by itself, by the simulator's clock; absent when that is left to `control`. */
  readonly terminaEm?: number;
  readonly liquidadaEm?: string;
  readonly status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';
  readonly motivo?: string;
}
