import { brand } from '../brand.js';
import { PIXError } from './pix.error.js';

/**
 * The credentials of the application were not accepted.
 *
 * For applications: the library does not throw it. Its calls throw `PixNaoAutorizadoException`.
 */
export class AuthenticationError extends PIXError {
  static {
    brand(this, 'AuthenticationError', 'PIX_AUTHENTICATION');
  }
}
