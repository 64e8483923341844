import { brand } from '../brand.js';
import { PIXError } from './pix.error.js';

/** The module was configured wrongly; the message lists all that is wrong. */
export class ConfigurationError extends PIXError {
  static {
    brand(this, 'ConfigurationError', 'PIX_CONFIGURATION');
  }
}
