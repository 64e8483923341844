import { brand } from '../brand.js';
import { LibraryError } from '../library-error.js';
import { redact } from '../redact.js';

/** An argument or option has the right type and an invalid value. */
export class ValueError extends LibraryError {
  static {
    brand(this, 'ValueError', 'PIX_VALUE');
  }

  /** Same as `code`, for consistency with the other errors of the library. */
  readonly errorCode: string;

  constructor(message: string, options: { cause?: unknown } = {}) {
    super(redact(message), options.cause);
    this.errorCode = this.code;
  }
}
