import type { Devolucao, PixConsultados } from '../pix/pix.types.js';
import type { ParametrosConsulta } from '../shared/paginacao.types.js';

/** A page of Banco do Brasil's own list of received Pix. */
export type BbPixConsultados = PixConsultados;

/** A refund together with identifiers of its Pix. */
export interface BbDevolucao extends Devolucao {
  /** End-to-end id of the refunded Pix. */
  endToEndId?: string;
  /** Pix key that received the refunded Pix. */
  chave?: string;
}

/** A page of refunds. */
export interface BbDevolucoesConsultadas {
  /** The applied filter and the position of the page. */
  parametros: ParametrosConsulta;
  /** The refunds of the page. */
  devolucoes: BbDevolucao[];
}
