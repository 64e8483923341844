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
 * Under the identifier of a write the provider holds a record that is not what was asked for: an
 * older one with other money, which the write cannot change, or one that was removed, refused or
 * failed. The response showed it, or the client found it by reading the record.
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
