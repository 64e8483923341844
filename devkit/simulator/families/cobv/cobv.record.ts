import type { CobrancaStatus, CobVValor, Devedor, InfoAdicional } from 'nestjs-pix';
import { findLastDay } from '../../kernel/calendar/vencimento.js';
import type { Frozen } from '../../kernel/draft.js';
import type { LocRecord } from '../loc/location.record.js';
import { ChargeRecord } from '../shared/charge.record.js';

/**
 * Content of a revision. `loc` is not part of it: changing the location is not a revision (schema
 * `Revisao`).
 */
export type CobVConteudo = Frozen<{
  /** `YYYY-MM-DD`. */
  dataDeVencimento: string;
  /** Days. */
  validadeAposVencimento: number;
  devedor: Devedor;
  valor: CobVValor;
  chave: string;
  solicitacaoPagador?: string;
  infoAdicionais?: InfoAdicional[];
  /** Being overdue is not a status: it is derived from the clock. */
  status: CobrancaStatus;
}>;

/** A due-date charge with its revisions. */
export class CobVRecord extends ChargeRecord<CobVConteudo> {
  constructor(
    txid: string,
    createdAt: number,
    conteudo: CobVConteudo,
    loc: LocRecord | undefined,
    /** Number of the batch that created it. */
    readonly loteId?: number,
  ) {
    super(txid, createdAt, conteudo, loc);
  }

  /** Whether the charge can no longer be paid on a day, `YYYY-MM-DD`. */
  isExpiredOn(day: string): boolean {
    return day > findLastDay(this.conteudo);
  }
}
