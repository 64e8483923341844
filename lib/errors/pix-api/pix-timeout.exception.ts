import { brand } from '../brand.js';
import { PixErroTransporteException } from './pix-erro-transporte.exception.js';

/** A time limit was exceeded. If `resultUnknown` is true, the request may have taken effect. */
export class PixTimeoutException extends PixErroTransporteException {
  static {
    brand(this, 'PixTimeoutException', 'PIX_TIMEOUT');
  }
}
