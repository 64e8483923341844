import { brand } from '../brand.js';
import { PIXError } from './pix.error.js';

/**
 * A certificate or key is missing, unreadable, mismatched, expired or has a wrong passphrase. The
 * message describes the solution.
 */
export class CertificateError extends PIXError {
  static {
    brand(this, 'CertificateError', 'PIX_CERTIFICATE');
  }
}
