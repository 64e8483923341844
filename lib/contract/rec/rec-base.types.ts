import type { Open } from '../shared/open-union.js';
import type { Pessoa } from '../shared/pessoa.types.js';

/** Whether a settlement that failed may be retried (docs/interface.md#limits). */
export type PoliticaRetentativa = 'NAO_PERMITE' | 'PERMITE_3R_7D';

/** How often one pays. */
export type RecPeriodicidade = 'SEMANAL' | 'MENSAL' | 'TRIMESTRAL' | 'SEMESTRAL' | 'ANUAL';

/** State of a recurrence (BCB schema `RecStatus`; docs/interface.md#states). */
export type RecStatus = Open<'CRIADA' | 'APROVADA' | 'REJEITADA' | 'EXPIRADA' | 'CANCELADA'>;

/** What every answer about a recurrence holds (BCB schema `RecBase`). */
export interface RecBase {
  vinculo: { contrato: string; devedor: Pessoa; objeto?: string };
  calendario: {
    /** `YYYY-MM-DD`. */
    dataInicial: string;
    dataFinal?: string;
    periodicidade: Open<RecPeriodicidade>;
  };
  /** Decimal text: a fixed amount or a floor. */
  valor?: { valorRec?: string; valorMinimoRecebedor?: string };
}
