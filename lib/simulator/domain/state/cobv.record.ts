import type { CobVValor, Devedor } from '../../../contract/cobv/cobv.types.js';
import type { CobrancaStatus, InfoAdicional } from '../../../contract/shared/cob-base.types.js';
import type { LocRecord } from './location.record.js';
import { ChargeRecord } from './charge.record.js';
import { lastDayOf } from '../valor/vencimento.js';

/** What a revision keeps: everything but `loc`, whose changes are no revision (schema `Revisao`). */
export interface CobVConteudo {
  /** `YYYY-MM-DD`. */
  readonly dataDeVencimento: string;
  /** Days. */
  readonly validadeAposVencimento: number;
  readonly devedor: Devedor;
  readonly valor: CobVValor;
  readonly chave: string;
  readonly solicitacaoPagador?: string;
  readonly infoAdicionais?: InfoAdicional[];
  /** Being overdue is none of the states: it follows from the clock. */
  readonly status: CobrancaStatus;
}

/** A due-date charge with its history. */
export class CobVRecord extends ChargeRecord<CobVConteudo> {
  constructor(
    txid: string,
    createdAt: number,
    conteudo: CobVConteudo,
    loc: LocRecord | undefined,
    /** Number of the batch that it was created in. */
    readonly loteId?: number,
  ) {
    super(txid, createdAt, conteudo, loc);
  }

  /** Whether it can no longer be paid on a day. */
  isExpiredOn(day: string): boolean {
    return day > lastDayOf(this.conteudo);
  }
}
