import type { Open } from './open-union.js';

/**
 * Status of the record of a charge, not of the debt: an expired or overdue charge remains `ATIVA`
 * (BCB schema `CobrancaStatus`; docs/interface.md#states).
 */
export type CobrancaStatus = Open<
  'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP'
>;

/** An additional line that the payer's app shows. */
export interface InfoAdicional {
  /** Label of the line, at most 50 characters. */
  nome: string;
  /** Text of the line, at most 200 characters. */
  valor: string;
}

/** The fields of every charge (BCB schema `CobBaseCopiaCola`). */
export interface CobBaseCopiaCola {
  /** Pix key of the receiver. */
  chave: string;
  /** Text that the payer's app shows, at most 140 characters. */
  solicitacaoPagador?: string;
  /** Additional lines that the payer's app shows. */
  infoAdicionais?: InfoAdicional[];
  /** Text of the BR Code (Pix Copia e Cola). */
  pixCopiaECola?: string;
}
