import type { Open } from '../shared/open-union.js';
import type { Pessoa } from '../shared/pessoa.types.js';

/**
 * Whether a failed settlement may be retried: not at all, or 3 times within 7 days
 * (docs/interface.md#limits).
 */
export type PoliticaRetentativa = 'NAO_PERMITE' | 'PERMITE_3R_7D';

/** The interval of the charges of a recurrence. */
export type RecPeriodicidade = 'SEMANAL' | 'MENSAL' | 'TRIMESTRAL' | 'SEMESTRAL' | 'ANUAL';

/** Status of a recurrence (BCB schema `RecStatus`; docs/interface.md#states). */
export type RecStatus = Open<'CRIADA' | 'APROVADA' | 'REJEITADA' | 'EXPIRADA' | 'CANCELADA'>;

/** The fields of every response about a recurrence (BCB schema `RecBase`). */
export interface RecBase {
  /** The agreement between receiver and debtor. */
  vinculo: {
    /** Identifier of the contract at the receiver. */
    contrato: string;
    /** The debtor. */
    devedor: Pessoa;
    /** Description of the contract's object. */
    objeto?: string;
  };
  /** The period and interval of the charges. */
  calendario: {
    /** Expected date of the first payment, `YYYY-MM-DD`. */
    dataInicial: string;
    /** Date until which charges are allowed, `YYYY-MM-DD`; absent without an end. */
    dataFinal?: string;
    /** The interval of the charges. */
    periodicidade: Open<RecPeriodicidade>;
  };
  /** The agreed amount; absent if it is variable and has no minimum. */
  valor?: {
    /** The fixed amount of each charge as decimal text. */
    valorRec?: string;
    /** The floor for the maximum amount per charge that the payer may set, as decimal text. */
    valorMinimoRecebedor?: string;
  };
}
