import { brand } from '../brand.js';
import { LibraryError } from '../library-error.js';
import { redactRecord } from '../redact-value.js';
import { redact } from '../redact.js';

export interface PIXErrorOptions {
  /** Default: the `code` of the class. */
  errorCode?: string | undefined;
  /** Facts for whoever reads the log; texts are redacted, fields named like a secret masked. */
  details?: Record<string, unknown> | undefined;
  cause?: unknown;
}

/** A failure that is no answer of the provider: base of the general family (docs/interface.md#general-family). */
export class PIXError extends LibraryError {
  static {
    brand(this, 'PIXError', 'PIX_ERROR');
  }

  readonly errorCode: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(message: string, options: PIXErrorOptions = {}) {
    super(redact(message), options.cause);
    this.errorCode = options.errorCode ?? this.code;
    this.details = options.details === undefined ? undefined : redactRecord(options.details);
  }
}
