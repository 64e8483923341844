import { brand } from '../brand.js';
import { PIXError } from './pix.error.js';

/** A certificate or key is missing, unreadable, mismatched, expired or wrongly locked; the message says the way out. */
export class CertificateError extends PIXError {
  static {
    brand(this, 'CertificateError', 'PIX_CERTIFICATE');
  }
}
