import { brand } from '../brand.js';
import { PIXError, type PIXErrorOptions } from './pix.error.js';

export interface BankSpecificErrorOptions extends PIXErrorOptions {
  /** Code of the bank (COMPE): `077`. */
  bankCode?: string | undefined;
  /** The bank's own code of the error. */
  bankErrorCode?: string | undefined;
}

/** A failure that only one bank has. */
export class BankSpecificError extends PIXError {
  static {
    brand(this, 'BankSpecificError', 'PIX_BANK_SPECIFIC');
  }

  /** Code of the bank (COMPE): `077`. */
  readonly bankCode: string | undefined;
  /** The bank's own code of the error. */
  readonly bankErrorCode: string | undefined;

  constructor(message: string, options: BankSpecificErrorOptions = {}) {
    super(message, options);
    this.bankCode = options.bankCode;
    this.bankErrorCode = options.bankErrorCode;
  }
}
