import { brand } from '../brand.js';
import { PIXError } from './pix.error.js';

/**
 * The network failed outside a call to the Pix API.
 *
 * For applications: the library does not throw it. Its calls throw `PixErroTransporteException`.
 */
export class NetworkError extends PIXError {
  static {
    brand(this, 'NetworkError', 'PIX_NETWORK');
  }
}
