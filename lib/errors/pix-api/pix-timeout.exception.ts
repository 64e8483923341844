import { brand } from '../brand.js';
import { PixErroTransporteException } from './pix-erro-transporte.exception.js';

/** A time limit was exceeded. With `resultUnknown` the request may have taken effect. */
export class PixTimeoutException extends PixErroTransporteException {
  static {
    brand(this, 'PixTimeoutException', 'PIX_TIMEOUT');
  }
}
