import type { DevolucaoNatureza, PixComponentesValor } from '../../contract/pix/pix.types.js';
import type { Pessoa } from '../../contract/shared/pessoa.types.js';

/** A received payment. */
export interface PixRecord {
  readonly endToEndId: string;
  readonly txid?: string;
  readonly valor: string;
  readonly componentesValor: PixComponentesValor;
  readonly chave: string;
  /** Milliseconds since the epoch, by the simulator's clock. */
  readonly recebidoEm: number;
  readonly infoPagador?: string;
  /** Who paid; a filter of lists, never shown. */
  readonly pagador?: Pessoa;
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
  liquidadaEm?: string;
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';
  motivo?: string;
}
