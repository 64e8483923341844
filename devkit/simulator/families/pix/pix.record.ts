import type { DevolucaoNatureza, PixComponentesValor } from 'nestjs-pix';
import type { Frozen, TimedRecord } from '../../kernel/draft.js';

/** The payer, identified by either a CPF or a CNPJ. */
export type Pagador =
  { readonly cpf: string; readonly cnpj?: never } | { readonly cnpj: string; readonly cpf?: never };

/** A received payment. */
export interface PixRecord extends TimedRecord {
  readonly endToEndId: string;
  readonly txid?: string;
  readonly valor: string;
  readonly componentesValor: Frozen<PixComponentesValor>;
  /** Absent if the payment was settled to an account, as for recurring charges. */
  readonly chave?: string;
  readonly infoPagador?: string;
  /** The payer. Lists can filter by it; responses do not show it. */
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
  readonly requestedAt: string;
  /** When it ends automatically, by the simulator's clock. Absent if only `control` ends it. */
  readonly endsAt?: number;
  readonly settledAt?: string;
  readonly status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';
  readonly motivo?: string;
}
