import { brand } from '../brand.js';
import { PixAPIException } from './pix-api.exception.js';

/** Token refused, missing, expired or altered: status 401. */
export class PixNaoAutorizadoException extends PixAPIException {
  static {
    brand(this, 'PixNaoAutorizadoException', 'PIX_NAO_AUTORIZADO');
  }
}
