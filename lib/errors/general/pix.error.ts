import { brand } from '../brand.js';
import { LibraryError } from '../library-error.js';
import { redactRecord } from '../redact-value.js';
import { redact } from '../redact.js';

export interface PIXErrorOptions {
  /** Default: the `code` of the class. */
  errorCode?: string | undefined;
  /** Details for the log; texts are redacted, and fields with the name of a secret are masked. */
  details?: Record<string, unknown> | undefined;
  cause?: unknown;
}

/**
 * A failure other than a response of the provider: base class of the general family
 * (docs/interface.md#general-family).
 */
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
