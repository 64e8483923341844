import { brand } from '../brand.js';
import { PixErroTransporteException } from './pix-erro-transporte.exception.js';

/** The connection failed: DNS, TLS or network. */
export class PixConexaoException extends PixErroTransporteException {
  static {
    brand(this, 'PixConexaoException', 'PIX_CONEXAO');
  }
}
