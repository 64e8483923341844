import type { DevolucaoNatureza, PixComponentesValor } from '../../contract/pix/pix.types.js';
import type { Pagador } from './pay.options.js';

/** A received payment. */
export interface PixRecord {
  readonly endToEndId: string;
  readonly txid?: string;
  readonly valor: string;
  readonly componentesValor: PixComponentesValor;
  /** Absent where it was settled to an account, as recurring charges are. */
  readonly chave?: string;
  /** Milliseconds since the epoch, by the simulator's clock. */
  readonly recebidoEm: number;
  readonly infoPagador?: string;
  /** Who paid; a filter of lists, never shown. */
  readonly pagador?: Pagador;
  readonly devolucoes: DevolucaoRecord[];
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
  liquidadaEm?: string;
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';
  motivo?: string;
}
