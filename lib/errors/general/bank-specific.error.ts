import { brand } from '../brand.js';
import { PIXError, type PIXErrorOptions } from './pix.error.js';

export interface BankSpecificErrorOptions extends PIXErrorOptions {
  /** COMPE code of the bank: `077`. */
  bankCode?: string | undefined;
  /** The bank's error code. */
  bankErrorCode?: string | undefined;
}

/**
 * A failure that is specific to one bank.
 *
 * For applications: the library does not throw it. Its calls throw `PixAPIException`.
 */
export class BankSpecificError extends PIXError {
  static {
    brand(this, 'BankSpecificError', 'PIX_BANK_SPECIFIC');
  }

  /** COMPE code of the bank: `077`. */
  readonly bankCode: string | undefined;
  /** The bank's error code. */
  readonly bankErrorCode: string | undefined;

  constructor(message: string, options: BankSpecificErrorOptions = {}) {
    super(message, options);
    this.bankCode = options.bankCode;
    this.bankErrorCode = options.bankErrorCode;
  }
}
