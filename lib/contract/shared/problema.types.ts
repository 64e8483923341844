/** One reason of a refusal (BCB schema `Violacao`). */
export interface PixProblemaViolacao {
  razao?: string;
  propriedade?: string;
  valor?: string;
}

/** A problem as RFC 7807 shapes it (BCB schema `Problema`). */
export interface PixProblema {
  type: string;
  title: string;
  status: number;
  detail?: string;
  correlationId?: string;
  violacoes?: PixProblemaViolacao[];
}
