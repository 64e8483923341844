/** A violation of a request (BCB schema `Violacao`). Additional keys of a provider are kept. */
export interface PixViolacao {
  /** Why it was refused. */
  razao?: string;
  /** Path of the refused field. */
  propriedade?: string;
  /** The refused value. */
  valor?: string;
  [key: string]: unknown;
}

/** A provider's description of a failure (docs/interface.md#errors-of-the-provider; RFC 7807). */
export interface PixProblem {
  /** URI of the kind of error. Default: empty. */
  type?: string | undefined;
  title: string;
  /** HTTP status; absent if no response arrived. */
  status?: number | undefined;
  /** Default: empty. */
  detail?: string | undefined;
  violacoes?: readonly PixViolacao[] | undefined;
}

/** The library's information about the failed call. */
export interface PixErrorContext {
  /** Method and path template: `PUT /cob/{txid}`. */
  operation?: string | undefined;
  /** Name of the provider profile. */
  provider?: string | undefined;
  /** Whether the request may have taken effect although no response arrived. Default: `false`. */
  resultUnknown?: boolean | undefined;
  /**
   * How to determine the result if the outcome is unknown; appended to `the outcome is unknown: `.
   */
  lookup?: string | undefined;
  /** The underlying error. */
  cause?: unknown;
  /** The wait that the provider requests (`Retry-After`), in seconds. */
  retryAfter?: number | undefined;
  /** The bank's identifier of the call, otherwise the one that the client sent. */
  correlationId?: string | undefined;
  /** The headers of the response that are safe to show, by name in lower case. */
  responseHeaders?: Readonly<Record<string, string>> | undefined;
}
