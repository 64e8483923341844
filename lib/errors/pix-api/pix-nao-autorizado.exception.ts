import { brand } from '../brand.js';
import { PixAPIException } from './pix-api.exception.js';

/** The token is missing, expired or invalid: status 401. */
export class PixNaoAutorizadoException extends PixAPIException {
  static {
    brand(this, 'PixNaoAutorizadoException', 'PIX_NAO_AUTORIZADO');
  }
}
