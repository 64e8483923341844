import { brand } from '../brand.js';
import { LibraryError } from '../library-error.js';
import { redact } from '../redact.js';

/** The provider does not offer the operation. Nothing was sent. */
export class NotImplementedError extends LibraryError {
  static {
    brand(this, 'NotImplementedError', 'PIX_NOT_IMPLEMENTED');
  }

  /** Same as `code`, for consistency with the other errors of the library. */
  readonly errorCode: string;

  constructor(message: string, options: { cause?: unknown } = {}) {
    super(redact(message), options.cause);
    this.errorCode = this.code;
  }
}
