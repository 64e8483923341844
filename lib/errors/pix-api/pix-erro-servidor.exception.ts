import { brand } from '../brand.js';
import { PixAPIException } from './pix-api.exception.js';

/** Internal error of the provider: status 500. */
export class PixErroServidorException extends PixAPIException {
  static {
    brand(this, 'PixErroServidorException', 'PIX_ERRO_SERVIDOR');
  }
}
