import { brand } from '../brand.js';
import { PIXError } from './pix.error.js';

/**
 * The credentials were accepted, but do not permit the request.
 *
 * For applications: the library does not throw it. Its calls throw `PixAcessoNegadoException`.
 */
export class AuthorizationError extends PIXError {
  static {
    brand(this, 'AuthorizationError', 'PIX_AUTHORIZATION');
  }
}
