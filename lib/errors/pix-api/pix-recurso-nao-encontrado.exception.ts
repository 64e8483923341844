import { brand } from '../brand.js';
import { PixAPIException } from './pix-api.exception.js';

/** Record not found: status 404, or a type that contains RecursoNaoEncontrado. */
export class PixRecursoNaoEncontradoException extends PixAPIException {
  static {
    brand(this, 'PixRecursoNaoEncontradoException', 'PIX_RECURSO_NAO_ENCONTRADO');
  }
}
