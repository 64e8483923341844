import { brand } from '../brand.js';
import { redact } from '../redact.js';
import { PixAPIException } from './pix-api.exception.js';
import type { PixErrorContext, PixProblem } from './pix-problem.js';

/** What made a successful answer unusable. */
export interface PixRespostaInvalidaProblem extends PixProblem {
  /** The received `Content-Type`; absent when the response had none. */
  contentType?: string | undefined;
}

/** A success whose body cannot be used: not JSON, or missing where one is required. */
export class PixRespostaInvalidaError extends PixAPIException {
  static {
    brand(this, 'PixRespostaInvalidaError', 'PIX_RESPOSTA_INVALIDA');
  }

  /** The received `Content-Type`; `undefined` when the response had none. */
  readonly contentType: string | undefined;

  constructor(problem: PixRespostaInvalidaProblem, context: PixErrorContext = {}) {
    super(problem, context);
    this.contentType = problem.contentType === undefined ? undefined : redact(problem.contentType);
  }
}
