import { brand } from '../brand.js';
import { toCorrelationId } from '../correlation-id.js';
import { LibraryError } from '../library-error.js';
import { redactRecord } from '../redact-value.js';
import { redact } from '../redact.js';
import { describeProblem } from './describe-problem.js';
import type { PixErrorContext, PixProblem, PixViolacao } from './pix-problem.js';

/**
 * A call to the provider failed: base class of all errors from a response or its absence
 * (docs/interface.md#errors-of-the-provider). Texts and violations are redacted on construction.
 */
export class PixAPIException extends LibraryError {
  static {
    brand(this, 'PixAPIException', 'PIX_API_EXCEPTION');
  }

  /** URI of the kind of error, as sent; empty if the provider sent none. */
  readonly type: string;
  readonly title: string;
  /** Status from the body, or of the response; `undefined` if no response arrived. */
  readonly status: number | undefined;
  readonly detail: string;
  /** Violations of the request; `undefined` if the provider sent none. */
  readonly violacoes: readonly PixViolacao[] | undefined;
  /** Method and path template of the call: `PUT /cob/{txid}`. */
  readonly operation: string | undefined;
  /** Name of the provider profile. */
  readonly provider: string | undefined;
  /**
   * Whether the request may have taken effect. If so, read the record before you create it again.
   */
  readonly resultUnknown: boolean;
  /** The wait that the provider requests (`Retry-After`), in seconds. */
  readonly retryAfter: number | undefined;
  /**
   * The bank's identifier of the call, for its support; otherwise the one that the client sent.
   * `undefined` if there is none.
   */
  readonly correlationId: string | undefined;
  readonly #responseHeaders: Readonly<Record<string, string>> | undefined;

  constructor(problem: PixProblem, context: PixErrorContext = {}) {
    const title = redact(problem.title);
    const detail = redact(problem.detail ?? '');
    super(describeProblem({ ...problem, title, detail }, context), context.cause);
    this.type = redact(problem.type ?? '');
    this.title = title;
    this.status = problem.status;
    this.detail = detail;
    this.violacoes = problem.violacoes && redactRecord(problem.violacoes);
    this.operation = context.operation;
    this.provider = context.provider;
    this.resultUnknown = context.resultUnknown ?? false;
    this.retryAfter = context.retryAfter;
    this.correlationId = toCorrelationId(context.correlationId);
    this.#responseHeaders = context.responseHeaders;
  }

  /**
   * The headers of the response that describe it and carry no credentials (`date`, `x-request-id`,
   * `ratelimit-remaining`, …), by name in lower case, with redacted values; `undefined` if no response
   * of the API arrived. Logs and JSON do not contain them.
   */
  get responseHeaders(): Readonly<Record<string, string>> | undefined {
    return this.#responseHeaders;
  }

  /** Marks the error of a call with an earlier attempt that may have taken effect. @internal */
  withUnknownResult(lookup?: string): this {
    const Same = this.constructor as new (problem: PixProblem, context: PixErrorContext) => this;
    const { operation, provider, retryAfter, correlationId, responseHeaders, cause } = this;
    return new Same(this, {
      operation,
      provider,
      retryAfter,
      correlationId,
      responseHeaders,
      cause,
      lookup,
      resultUnknown: true,
    });
  }
}
