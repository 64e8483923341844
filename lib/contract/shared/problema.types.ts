/** A violation reported in a problem (BCB schema `Violacao`). */
export interface PixProblemaViolacao {
  /** Why the property was refused. */
  razao?: string;
  /** Path of the property. */
  propriedade?: string;
  /** The refused value. */
  valor?: string;
}

/** A problem as defined by RFC 7807 (BCB schema `Problema`). */
export interface PixProblema {
  /** URI that identifies the kind of problem. */
  type: string;
  /** Short description of the kind of problem. */
  title: string;
  /** HTTP status of the response. */
  status: number;
  /** Details of this occurrence. */
  detail?: string;
  /** Identifier of this occurrence for the provider's support. */
  correlationId?: string;
  /** The violations of the request. */
  violacoes?: PixProblemaViolacao[];
}
