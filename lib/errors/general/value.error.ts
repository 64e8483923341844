import { brand } from '../brand.js';
import { LibraryError } from '../library-error.js';
import { redact } from '../redact.js';

/** An argument or option has the right type and a wrong value. */
export class ValueError extends LibraryError {
  static {
    brand(this, 'ValueError', 'PIX_VALUE');
  }

  /** The same as `code`, named as on the other errors of the library. */
  readonly errorCode: string;

  constructor(message: string, options: { cause?: unknown } = {}) {
    super(redact(message), options.cause);
    this.errorCode = this.code;
  }
}
