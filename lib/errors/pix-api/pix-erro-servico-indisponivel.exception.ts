import { brand } from '../brand.js';
import { PixAPIException } from './pix-api.exception.js';

/** The provider is temporarily unavailable: status 503. */
export class PixErroServicoIndisponivelException extends PixAPIException {
  static {
    brand(this, 'PixErroServicoIndisponivelException', 'PIX_SERVICO_INDISPONIVEL');
  }
}
