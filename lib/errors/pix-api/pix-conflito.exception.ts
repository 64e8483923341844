import { brand } from '../brand.js';
import { PixAPIException } from './pix-api.exception.js';
import type { PixErrorContext, PixProblem } from './pix-problem.js';

/** A record that conflicts with a write. */
export interface PixConflitoProblem extends PixProblem {
  /** Paths of the fields that differ from what was sent: `['valor.original']`. Default: none. */
  fields?: readonly string[] | undefined;
  /** Status of the record, if it has one. */
  recordStatus?: string | undefined;
}

/**
 * The write did not take effect: under its identifier the provider holds a record that differs from
 * the request and that the write cannot change. The client found it by reading the record after an
 * attempt without a readable response.
 *
 * To create another record, use another identifier.
 */
export class PixConflitoException extends PixAPIException {
  static {
    brand(this, 'PixConflitoException', 'PIX_CONFLITO');
  }

  /** Paths of the fields that differ from what was sent: `['valor.original']`. */
  readonly fields: readonly string[];
  /** Status of the record, if it has one. */
  readonly recordStatus: string | undefined;

  constructor(problem: PixConflitoProblem, context: PixErrorContext = {}) {
    super(problem, context);
    this.fields = problem.fields ?? [];
    this.recordStatus = problem.recordStatus;
  }
}
