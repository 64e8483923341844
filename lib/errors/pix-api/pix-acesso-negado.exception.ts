import { brand } from '../brand.js';
import { PixAPIException } from './pix-api.exception.js';

/** Access denied: status 403, or a type that contains AcessoNegado. */
export class PixAcessoNegadoException extends PixAPIException {
  static {
    brand(this, 'PixAcessoNegadoException', 'PIX_ACESSO_NEGADO');
  }
}
