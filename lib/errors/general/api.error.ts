import { brand } from '../brand.js';
import { redactValue } from '../redact-value.js';
import { PIXError, type PIXErrorOptions } from './pix.error.js';

export interface APIErrorOptions extends PIXErrorOptions {
  /** HTTP status. */
  statusCode?: number | undefined;
  /** The body of the response as received, text or parsed. */
  responseBody?: unknown;
}

/**
 * An HTTP service other than the Pix API returned an error.
 *
 * For applications: the library does not throw it. Its calls throw `PixAPIException`.
 */
export class APIError extends PIXError {
  static {
    brand(this, 'APIError', 'PIX_API_ERROR');
  }

  /** HTTP status. */
  readonly statusCode: number | undefined;
  /** The body as received. Not enumerable, and redacted when the error is printed. */
  declare readonly responseBody: unknown;

  constructor(message: string, options: APIErrorOptions = {}) {
    super(message, options);
    this.statusCode = options.statusCode;
    Object.defineProperty(this, 'responseBody', { value: options.responseBody });
  }

  protected override printable(): Record<string, unknown> {
    return { ...super.printable(), responseBody: redactValue(this.responseBody) };
  }
}
