import { brand } from '../brand.js';
import { redact } from '../redact.js';
import { PixAPIException } from './pix-api.exception.js';
import type { PixErrorContext, PixProblem } from './pix-problem.js';

/** Why a successful response is unusable. */
export interface PixRespostaInvalidaProblem extends PixProblem {
  /** The received `Content-Type`; absent if the response had none. */
  contentType?: string | undefined;
}

/** A success with an unusable body: not JSON, or missing where one is required. */
export class PixRespostaInvalidaError extends PixAPIException {
  static {
    brand(this, 'PixRespostaInvalidaError', 'PIX_RESPOSTA_INVALIDA');
  }

  /** The received `Content-Type`; `undefined` if the response had none. */
  readonly contentType: string | undefined;

  constructor(problem: PixRespostaInvalidaProblem, context: PixErrorContext = {}) {
    super(problem, context);
    this.contentType = problem.contentType === undefined ? undefined : redact(problem.contentType);
  }
}
