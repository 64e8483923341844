import type { Open } from './open-union.js';

/**
 * State of the record of a charge, not of the debt: an expired or overdue charge stays `ATIVA`
 * (BCB schema `CobrancaStatus`; docs/interface.md#states).
 */
export type CobrancaStatus = Open<
  'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP'
>;

/** One line that is shown to the payer. */
export interface InfoAdicional {
  nome: string;
  valor: string;
}

/** What every charge carries (BCB schema `CobBaseCopiaCola`). */
export interface CobBaseCopiaCola {
  /** Pix key of the receiver. */
  chave: string;
  solicitacaoPagador?: string;
  infoAdicionais?: InfoAdicional[];
  /** Text of the BR Code. */
  pixCopiaECola?: string;
}
