/** One reason of a refused request (BCB schema `Violacao`); a provider's own keys are kept. */
export interface PixViolacao {
  /** Why it was refused. */
  razao?: string;
  /** Path of the refused field. */
  propriedade?: string;
  /** The refused value. */
  valor?: string;
  [key: string]: unknown;
}

/** What a provider says of a failure (docs/interface.md#errors-of-the-provider; RFC 7807). */
export interface PixProblem {
  /** URI of the kind of error. Default: empty. */
  type?: string | undefined;
  title: string;
  /** HTTP status; absent when no response arrived. */
  status?: number | undefined;
  /** Default: empty. */
  detail?: string | undefined;
  violacoes?: readonly PixViolacao[] | undefined;
}

/** What the library knows of the call that failed. */
export interface PixErrorContext {
  /** Method and path template: `PUT /cob/{txid}`. */
  operation?: string | undefined;
  /** Name of the provider profile. */
  provider?: string | undefined;
  /** The request may have taken effect although no answer came. Default: `false`. */
  resultUnknown?: boolean | undefined;
  /** How to find out what happened when the outcome is unknown, as it follows `the outcome is unknown: `. */
  lookup?: string | undefined;
  /** What went wrong underneath. */
  cause?: unknown;
  /** Seconds that the provider asks to wait (`Retry-After`). */
  retryAfter?: number | undefined;
}
