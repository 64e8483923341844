import { brand } from '../brand.js';
import { PixAPIException } from './pix-api.exception.js';
import type { PixErrorContext, PixProblem } from './pix-problem.js';

/** A record that stands in the way of a write. */
export interface PixConflitoProblem extends PixProblem {
  /** Paths of the fields that differ from what was sent: `['valor.original']`. Default: none. */
  fields?: readonly string[] | undefined;
  /** Status of the record, where it has one. */
  recordStatus?: string | undefined;
}

/**
 * The write did not take effect: under its identifier the provider holds a record that differs from what was sent, and
 * that the write can't change. The client found it by reading the record after an attempt without a readable response.
 *
 * Choose another identifier to create another record.
 */
export class PixConflitoException extends PixAPIException {
  static {
    brand(this, 'PixConflitoException', 'PIX_CONFLITO');
  }

  /** Paths of the fields that differ from what was sent: `['valor.original']`. */
  readonly fields: readonly string[];
  /** Status of the record that was found, where it has one. */
  readonly recordStatus: string | undefined;

  constructor(problem: PixConflitoProblem, context: PixErrorContext = {}) {
    super(problem, context);
    this.fields = problem.fields ?? [];
    this.recordStatus = problem.recordStatus;
  }
}
