import { brand } from '../brand.js';
import { PIXError } from './pix.error.js';

/** The configuration of the module is invalid. The message lists all problems. */
export class ConfigurationError extends PIXError {
  static {
    brand(this, 'ConfigurationError', 'PIX_CONFIGURATION');
  }
}
