import { brand } from '../brand.js';
import { PixAPIException } from './pix-api.exception.js';

/** Any status without its own class, including 429 (see `retryAfter`). */
export class PixErroDesconhecidoException extends PixAPIException {
  static {
    brand(this, 'PixErroDesconhecidoException', 'PIX_ERRO_DESCONHECIDO');
  }
}
