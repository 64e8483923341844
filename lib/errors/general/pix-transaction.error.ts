import { brand } from '../brand.js';
import { PIXError, type PIXErrorOptions } from './pix.error.js';

export interface PIXTransactionErrorOptions extends PIXErrorOptions {
  /** Identifier of the charge. */
  txid?: string | undefined;
  /** Method and path template of the call: `PUT /cob/{txid}`. */
  operation?: string | undefined;
}

/**
 * A charge, payment or refund could not be completed.
 *
 * For applications: the library does not throw it. Its calls throw `PixAPIException` and `PixConflitoException`.
 */
export class PIXTransactionError extends PIXError {
  static {
    brand(this, 'PIXTransactionError', 'PIX_TRANSACTION');
  }

  /** Identifier of the charge. */
  readonly txid: string | undefined;
  /** Method and path template of the call: `PUT /cob/{txid}`. */
  readonly operation: string | undefined;

  constructor(message: string, options: PIXTransactionErrorOptions = {}) {
    super(message, options);
    this.txid = options.txid;
    this.operation = options.operation;
  }
}
