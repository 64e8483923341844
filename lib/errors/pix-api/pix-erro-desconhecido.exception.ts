import { brand } from '../brand.js';
import { PixAPIException } from './pix-api.exception.js';

/** Any status that no other class stands for, 429 included (see `retryAfter`). */
export class PixErroDesconhecidoException extends PixAPIException {
  static {
    brand(this, 'PixErroDesconhecidoException', 'PIX_ERRO_DESCONHECIDO');
  }
}
