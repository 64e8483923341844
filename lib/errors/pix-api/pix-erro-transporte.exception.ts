import { brand } from '../brand.js';
import { PixAPIException } from './pix-api.exception.js';

/** No response arrived, so there is no status. */
export class PixErroTransporteException extends PixAPIException {
  static {
    brand(this, 'PixErroTransporteException', 'PIX_ERRO_TRANSPORTE');
  }
}
