import type { CobrancaStatus, CobValor, InfoAdicional, Pessoa } from 'nestjs-pix';
import type { Frozen } from '../../kernel/draft.js';
import { ChargeRecord } from '../shared/charge.record.js';

/**
 * Content of a revision. `loc` is not part of it: changing the location is not a revision (schema
 * `Revisao`).
 */
export type CobConteudo = Frozen<{
  /** Seconds from the creation. */
  expiracao: number;
  devedor?: Pessoa;
  valor: CobValor;
  chave: string;
  solicitacaoPagador?: string;
  infoAdicionais?: InfoAdicional[];
  /** Expiry is not a status: it is derived from the clock. */
  status: CobrancaStatus;
}>;

/** An immediate charge with its revisions. */
export class CobRecord extends ChargeRecord<CobConteudo> {
  isExpired(now: number): boolean {
    return now > this.createdAt + this.conteudo.expiracao * 1_000;
  }
}
