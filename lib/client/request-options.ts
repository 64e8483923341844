import type { PixScopesInput } from '../auth/index.js';
import type { PixTimeout } from '../transport/index.js';
import type { PixRetryOptions } from './retry-options.js';

/**
 * The options of one call, which override those of the module: the last parameter of every service
 * method.
 */
export interface PixRequestOptions {
  /**
   * Additional headers. `Authorization` and `client_id` cannot be redefined (docs/decisions.md
   * D30).
   */
  headers?: Readonly<Record<string, string>>;
  /** Time limit of one attempt in seconds, or `[connect, read]`; `null` as read means no limit. */
  timeout?: PixTimeout;
  /**
   * Time limit of the whole call with its token, attempts, waits and reads, in seconds. Default:
   * the module's, 60.
   */
  deadline?: number;
  /**
   * Aborts the call, including its waits. A request that was sent may still take effect
   * (`resultUnknown`).
   */
  signal?: AbortSignal;
  /** Scopes of the token for this call; `'all'` requests those of every feature of the provider. */
  scopes?: PixScopesInput;
  /**
   * Repeats of this call; overrides the module's. `false` disables repeats and the reading after an
   * unknown outcome.
   */
  retry?: PixRetryOptions | false;
}

/** The progress of an iteration, reported after each page. */
export interface PixIterationProgress {
  /** Index of the page that was read, from 0; starts again with each window of a split period. */
  paginaAtual: number;
  /** The number of pages, if the provider reports it. */
  quantidadeDePaginas: number | undefined;
  /** The number of items read so far, including this page. */
  itens: number;
}

/** {@link PixRequestOptions} of an iteration. */
export interface PixIterateOptions extends PixRequestOptions {
  /** Called after each page is read and before its items are returned. */
  onPage?: (progress: PixIterationProgress) => void;
  /**
   * Splits a period that exceeds the provider's limit, or that the provider refuses, into several
   * requests. An item exactly at the boundary of two requests appears twice. Default `false`: the
   * period is sent unchanged.
   */
  splitPeriods?: boolean;
}

/** The period in which the missing record may have been created. */
export interface PixCandidatePeriod {
  /** Start of the period. Default: 10 minutes ago. */
  inicio?: Date | string;
  /** End of the period. Default: in 1 minute, because the provider's clock may be ahead. */
  fim?: Date | string;
}
