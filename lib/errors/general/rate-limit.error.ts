import { brand } from '../brand.js';
import { PIXError, type PIXErrorOptions } from './pix.error.js';

export interface RateLimitErrorOptions extends PIXErrorOptions {
  /** Seconds to wait before the next call. */
  retryAfter?: number | undefined;
}

/** A rate limit was reached, in the library or at the provider. */
export class RateLimitError extends PIXError {
  static {
    brand(this, 'RateLimitError', 'PIX_RATE_LIMIT');
  }

  /** Seconds to wait before the next call. */
  readonly retryAfter: number | undefined;

  constructor(message: string, options: RateLimitErrorOptions = {}) {
    super(message, options);
    this.retryAfter = options.retryAfter;
  }
}
