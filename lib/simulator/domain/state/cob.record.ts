import type { CobValor } from '../../../contract/cob/cob.types.js';
import type { CobrancaStatus, InfoAdicional } from '../../../contract/shared/cob-base.types.js';
import type { Pessoa } from '../../../contract/shared/pessoa.types.js';
import { ChargeRecord } from './charge.record.js';

/** What a revision keeps: everything but `loc`, whose changes are no revision (schema `Revisao`). */
export interface CobConteudo {
  /** Seconds from the creation. */
  readonly expiracao: number;
  readonly devedor?: Pessoa;
  readonly valor: CobValor;
  readonly chave: string;
  readonly solicitacaoPagador?: string;
  readonly infoAdicionais?: InfoAdicional[];
  /** Being expired is none of the states: it follows from the clock. */
  readonly status: CobrancaStatus;
}

/** An immediate charge with its history. */
export class CobRecord extends ChargeRecord<CobConteudo> {
  isExpired(now: number): boolean {
    return now > this.createdAt + this.conteudo.expiracao * 1_000;
  }
}
