import { brand } from '../brand.js';
import { PIXError } from './pix.error.js';

/** The network failed outside a call to the Pix API. */
export class NetworkError extends PIXError {
  static {
    brand(this, 'NetworkError', 'PIX_NETWORK');
  }
}
