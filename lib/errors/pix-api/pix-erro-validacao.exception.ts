import { brand } from '../brand.js';
import { PixAPIException } from './pix-api.exception.js';

/**
 * The provider refused the content of the request: status 400, or a type that contains
 * ErroValidacao.
 */
export class PixErroValidacaoException extends PixAPIException {
  static {
    brand(this, 'PixErroValidacaoException', 'PIX_ERRO_VALIDACAO');
  }
}
